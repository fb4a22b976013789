//===- cuda_api_streams.cpp - Streams and events ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything a stream was given has happened already, so both are names only.
//===----------------------------------------------------------------------===//
#include "cpu/cuda_api.h"
#include <chrono>

struct CUstream_st {
  unsigned flags;
  int priority;
};

struct CUevent_st {
  std::chrono::steady_clock::time_point recorded;
  bool isRecorded = false;
};

using namespace warpsan::cpu;

//===--- Streams -----------------------------------------------------------===//

WARPSAN_CUDA_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                                          int priority) {
  *stream = new CUstream_st{flags, priority};
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
WARPSAN_CUDA_API cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}
WARPSAN_CUDA_API cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaStreamSynchronize(cudaStream_t) { return deviceStatus(); }
WARPSAN_CUDA_API cudaError_t cudaStreamQuery(cudaStream_t) { return deviceStatus(); }
WARPSAN_CUDA_API cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) {
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                                   cudaStreamCallback_t callback, void *data,
                                                   unsigned) {
  callback(stream, cudaSuccess, data);
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
  *priority = stream ? stream->priority : 0;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
  *flags = stream ? stream->flags : cudaStreamDefault;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *status) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}

//===--- Events ------------------------------------------------------------===//

WARPSAN_CUDA_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
  *event = new CUevent_st;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaEventCreate(cudaEvent_t *event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}
WARPSAN_CUDA_API cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (!event)
    return result(cudaErrorInvalidResourceHandle);
  event->recorded = std::chrono::steady_clock::now();
  event->isRecorded = true;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                                      unsigned) {
  return cudaEventRecord(event, stream);
}
WARPSAN_CUDA_API cudaError_t cudaEventSynchronize(cudaEvent_t) { return deviceStatus(); }
WARPSAN_CUDA_API cudaError_t cudaEventQuery(cudaEvent_t) { return deviceStatus(); }
WARPSAN_CUDA_API cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                                  cudaEvent_t end) {
  if (!start || !end || !start->isRecorded || !end->isRecorded)
    return result(cudaErrorInvalidResourceHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(end->recorded - start->recorded).count();
  return cudaSuccess;
}

//===--- Names when the default stream is per thread -------------------------===//

WARPSAN_CUDA_ALIAS(cudaEventRecord, _ptsz)
WARPSAN_CUDA_ALIAS(cudaEventRecordWithFlags, _ptsz)
WARPSAN_CUDA_ALIAS(cudaStreamAddCallback, _ptsz)
WARPSAN_CUDA_ALIAS(cudaStreamGetFlags, _ptsz)
WARPSAN_CUDA_ALIAS(cudaStreamGetPriority, _ptsz)
WARPSAN_CUDA_ALIAS(cudaStreamIsCapturing, _ptsz)
WARPSAN_CUDA_ALIAS(cudaStreamQuery, _ptsz)
WARPSAN_CUDA_ALIAS(cudaStreamSynchronize, _ptsz)
WARPSAN_CUDA_ALIAS(cudaStreamWaitEvent, _ptsz)
