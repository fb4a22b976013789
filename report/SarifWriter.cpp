//===- SarifWriter.cpp - Reports for code scanning services ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SarifWriter.h"
#include "report/Classes.h"
#include "report/JsonWords.h"
#include "report/SarifLocations.h"
#include "report/TextWriter.h"
#include <sstream>

namespace warpsan::report {

namespace {

using Json = SarifLocations::Json;

/// Behind the rows of race_classes.def, whose numbers are those of their rules.
constexpr size_t OutOfBoundsRule = std::size(Words<RaceClass>::List);
constexpr size_t DivergenceRule = OutOfBoundsRule + 1;

Json textOf(const std::string &text) { return Json::object({{"text", text}}); }

Json rule(const std::string &id, const std::string &title, const std::string &reason,
          const std::string &repair, const std::string &level) {
  Json made;
  made["id"] = id;
  made["shortDescription"] = textOf(title);
  made["fullDescription"] = textOf(reason);
  made["help"] = textOf("Reason: " + reason + "\nRepair: " + repair);
  made["defaultConfiguration"]["level"] = level;
  return made;
}

const char *levelOf(RaceClass raceClass) {
  return raceClass == RaceClass::SameValue ? "warning" : "error";
}

/// Its text names no lines, since its accesses have none.
Json ruleOf(RaceClass raceClass) {
  Report any;
  any.raceClass = raceClass;
  return rule(classId(raceClass), classTitle(raceClass), classReason(raceClass), repairOf(any),
              levelOf(raceClass));
}

Json rules() {
  Json all = Json::array();
  for (size_t i = 0; i < OutOfBoundsRule; ++i)
    all.push_back(ruleOf(static_cast<RaceClass>(i)));
  all.push_back(rule(OutOfBoundsId, OutOfBoundsTitle, OutOfBoundsReason,
                     "allocate what is accessed, or access what is allocated", "error"));
  all.push_back(rule("barrier-divergence", "barrier divergence", DivergenceReason,
                     "one block barrier that all threads of the block reach", "error"));
  return all;
}

/// The results of one run.
class ResultWriter {
public:
  explicit ResultWriter(SarifLocations &known) : places(known) {}

  Json write(const Report &race);
  Json write(const OutOfBounds &found);
  Json write(const BarrierDivergence &divergence);

private:
  Json threadFlow(const Access &access, const std::string &what, unsigned order);

  SarifLocations &places;
};

Json startResult(size_t ruleIndex, const std::string &ruleId, const std::string &level,
                 const std::string &message) {
  Json result;
  result["ruleId"] = ruleId;
  result["ruleIndex"] = ruleIndex;
  result["level"] = level;
  result["message"] = textOf(message);
  return result;
}

Json suppressionsOf(const std::optional<SuppressionRule> &rule) {
  Json all = Json::array();
  if (rule) {
    Json one;
    one["kind"] = "external";
    one["justification"] = rule->reason.empty() ? rule->pattern : rule->reason;
    all.push_back(one);
  }
  return all;
}

/// What both kinds of findings have.
template <typename Finding>
void addFacts(Json &result, const Finding &found) {
  result["partialFingerprints"]["warpsanId/v1"] = found.id;
  Json &facts = result["properties"];
  facts["kernel"] = found.launch.kernel;
  facts["launch"] = found.launch.number;
  facts["grid"] = found.launch.grid;
  facts["block"] = found.launch.block;
  facts["count"] = found.count;
  facts["countKnown"] = found.countKnown;
  if (!found.seenBy.ranks.empty())
    facts["ranks"] = found.seenBy.ranks;
  if (!found.schedule.empty())
    facts["schedule"] = found.schedule;
}

Json ResultWriter::threadFlow(const Access &access, const std::string &what, unsigned order) {
  Json step;
  step["location"] = places.locationOf(access, what);
  if (access.siteKnown)
    step["stack"] = places.stackOf(access);
  step["executionOrder"] = order;
  Json flow;
  flow["id"] = what;
  flow["locations"] = Json::array({step});
  return flow;
}

Json ResultWriter::write(const Report &race) {
  const std::string later = accessText(race.current);
  const std::string earlier = previousText(race);
  Json result = startResult(
      size_t(race.raceClass), classId(race.raceClass), levelOf(race.raceClass),
      std::string("Data race (") + classTitle(race.raceClass) + "): " + later + ", " + earlier +
          ". Memory: " + objectText(race) + ". Reason: " + classReason(race.raceClass) +
          ". Repair: " + repairOf(race) + ".");
  result["locations"] = Json::array({places.locationOf(race.current, later)});
  Json related = Json::array({places.locationOf(race.previous, earlier)});
  if (!race.object.where.empty())
    related.push_back(places.locationOf(race.object.where, objectText(race)));
  if (!race.launch.where.empty())
    related.push_back(places.locationOf(race.launch.where, "launch of " + race.launch.kernel));
  for (size_t i = 0; i < related.size(); ++i)
    related[i]["id"] = i + 1;
  result["relatedLocations"] = related;
  Json flow;
  flow["threadFlows"] =
      Json::array({threadFlow(race.previous, earlier, 1), threadFlow(race.current, later, 2)});
  result["codeFlows"] = Json::array({flow});
  result["suppressions"] = suppressionsOf(race.suppressed);
  addFacts(result, race);
  return result;
}

Json ResultWriter::write(const OutOfBounds &found) {
  const std::string what = accessText(found.access);
  Json result =
      startResult(OutOfBoundsRule, OutOfBoundsId, "error",
                  "Out of bounds: " + what + ". Memory: " + surroundingsText(found) + ".");
  result["locations"] = Json::array({places.locationOf(found.access, what)});
  result["suppressions"] = suppressionsOf(found.suppressed);
  addFacts(result, found);
  return result;
}

Json ResultWriter::write(const BarrierDivergence &divergence) {
  Json result = startResult(DivergenceRule, "barrier-divergence", "error",
                            "Barrier divergence in kernel " + divergence.kernel + ": " +
                                divergence.barrier + " and " + divergence.otherBarrier + ".");
  result["locations"] =
      Json::array({places.locationOf(divergence.barrier, "barrier of some lanes")});
  Json other = places.locationOf(divergence.otherBarrier, "barrier of the others");
  other["id"] = 1;
  result["relatedLocations"] = Json::array({other});
  result["suppressions"] = Json::array();
  return result;
}

Json results(const RunReport &run, SarifLocations &places) {
  ResultWriter writer(places);
  Json all = Json::array();
  for (const Report &race : run.races)
    all.push_back(writer.write(race));
  for (const OutOfBounds &found : run.outOfBounds)
    all.push_back(writer.write(found));
  for (const BarrierDivergence &divergence : run.divergences)
    all.push_back(writer.write(divergence));
  return all;
}

Json notification(const std::string &text) {
  Json one;
  one["level"] = "warning";
  one["message"] = textOf(text);
  return one;
}

/// What the run could not analyse, one for each line of the text.
Json notifications(const RunReport &run) {
  Json all = Json::array();
  std::istringstream lines(reasonLines(run.summary));
  for (std::string line; std::getline(lines, line);)
    all.push_back(notification(line));
  for (const std::string &note : run.notes)
    all.push_back(notification("WarpSan: " + note));
  return all;
}

std::string commandLine(const std::vector<std::string> &command) {
  std::string line;
  for (const std::string &word : command)
    line += (line.empty() ? "" : " ") + word;
  return line;
}

Json invocation(const RunReport &run) {
  const std::vector<std::string> &command = run.process.command;
  Json made;
  made["executionSuccessful"] = !run.summary.toolFailed;
  if (run.exitCode)
    made["exitCode"] = *run.exitCode;
  made["commandLine"] = commandLine(command);
  made["arguments"] =
      Json(command.empty() ? command : std::vector(command.begin() + 1, command.end()));
  made["processId"] = run.process.number;
  made["workingDirectory"]["uri"] = "file://" + uriOf(run.process.directory);
  made["toolExecutionNotifications"] = notifications(run);
  return made;
}

Json tool(const RunReport &run) {
  Json driver;
  driver["name"] = "WarpSan";
  driver["version"] = run.process.version;
  driver["rules"] = rules();
  return Json::object({{"driver", driver}});
}

Json runOf(const RunReport &run) {
  SarifLocations places(run.process.directory);
  Json made;
  made["tool"] = tool(run);
  made["automationDetails"]["id"] =
      "WarpSan/" + (run.process.rank ? "rank " + *run.process.rank + "/" : "");
  made["columnKind"] = "unicodeCodePoints";
  made["originalUriBaseIds"] = places.uriBases();
  made["invocations"] = Json::array({invocation(run)});
  made["results"] = results(run, places);
  made["artifacts"] = places.artifacts();
  made["properties"]["verdict"] = verdictWord(verdictOf(run.summary));
  return made;
}

} // namespace

std::string writeSarif(const std::vector<RunReport> &runs) {
  Json document;
  document["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  document["version"] = "2.1.0";
  document["runs"] = Json::array();
  for (const RunReport &run : runs)
    document["runs"].push_back(runOf(run));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpsan::report
