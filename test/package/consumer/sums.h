#pragma once

/// 0 + 1 + ... + 63, on the device.
int sumOfThreads(int *result);
