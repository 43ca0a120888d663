import { oneOf } from '../../engine/base/oneOf.ts'
import type { PaidRequests } from '../../engine/flows/paidrequest/paidRequest.ts'
import type { Runtime } from '../runtime/runtime.ts'

/**
 * As `fetch`, where an answer of 402 is paid: PayForRequest opens for each question to the visitor, and closes with it.
 * @throws LatchkeyError as `PaidRequests.fetch`; CHUNK_FAILED.
 */
export async function showRequest(
  runtime: Runtime,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const requests = await runtime.engine.paidRequests()
  const follows = oneOf(requests, createFollowing)
  if (!follows.now) {
    follows.now = true
    requests.asked.subscribe((now, before) => {
      if (now && !before) void runtime.open({ view: 'PayForRequest' })
      else if (!now && runtime.getState().open) runtime.close()
    })
  }
  return requests.fetch(input, init)
}

/** Whether questions are followed already: each widget has its own requests. */
function createFollowing(_requests: PaidRequests): { now: boolean } {
  return { now: false }
}
