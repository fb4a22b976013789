"""The plan that a command line asks for."""

from argparse import Namespace

from warpsan_ab import figure, inputs, variant
from warpsan_ab.plan import Plan
from warpsan_ab.usage_error import UsageError
from warpsan_ab.variant import Variant


def two_sides(arguments: Namespace) -> list[Variant]:
    if not arguments.a:
        raise UsageError("nothing to compare: give --a and --b, or --variant twice")
    own = {
        side: (getattr(arguments, f"args_{side}"), getattr(arguments, f"env_{side}"))
        for side in "ab"
    }
    if not arguments.b and own["a"] == own["b"]:
        raise UsageError("only one variant: give --b, or --args-b or --env-b")
    commands = {"a": arguments.a, "b": arguments.b or arguments.a}
    return [
        variant.parse(side, command).extended(variant.words_of(own[side][0] or ""), own[side][1])
        for side, command in commands.items()
    ]


def named(arguments: Namespace) -> list[Variant]:
    if arguments.a or arguments.b:
        raise UsageError("--variant stands instead of --a and --b")
    variants = [variant.parse_named(text) for text in arguments.variant]
    if len({v.name for v in variants}) < max(2, len(variants)):
        raise UsageError("--variant is needed twice or more, each with another name")
    return variants


def variants_of(arguments: Namespace) -> tuple[Variant, ...]:
    variants = named(arguments) if arguments.variant else two_sides(arguments)
    return tuple(v.extended(variant.words_of(arguments.args), []) for v in variants)


def plan_of(arguments: Namespace) -> Plan:
    variants = variants_of(arguments)
    places = inputs.collect(arguments.inputs, arguments.values)
    if arguments.no_inputs:
        if places:
            raise UsageError("--no-inputs, and --inputs or --values")
        places = (inputs.NONE,)
    if not places and arguments.figure != "benchmark":
        raise UsageError("no inputs: give --inputs, --values or --no-inputs")
    return Plan(
        variants=variants,
        inputs=places or (inputs.Input("", ""),),
        figure=arguments.figure,
        strip=arguments.strip,
        unit=figure.UNITS.get(arguments.figure, "") if arguments.unit is None else arguments.unit,
        more_is_better=arguments.more_is_better,
        valid=arguments.valid,
        valid_command=arguments.valid_command,
        same=arguments.same,
        properties=arguments.properties,
        order=arguments.order,
        seed=arguments.seed,
        repeats=arguments.repeats,
        warmup=arguments.warmup,
        timeout=arguments.timeout,
    )
