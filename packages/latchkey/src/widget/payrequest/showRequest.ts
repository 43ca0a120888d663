import { loadOnce } from '../../engine/base/loadOnce.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { AskedRequest, PaidRequests } from '../../engine/flows/paidrequest/paidRequest.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { isOffered } from '../shell/isOffered.ts'

/** The paid requests of one widget, whose questions are shown from the first request on. */
const createShown = (runtime: Runtime) =>
  loadOnce(async () => {
    const requests = await runtime.engine.paidRequests()
    follow(runtime, requests)
    return requests
  })

/**
 * As `fetch`, where an answer of 402 is paid: PayForRequest opens for each question to the visitor, and is gone with it. Where payments are not offered it is
 * `fetch` itself.
 * @throws LatchkeyError as `PaidRequests.fetch`; CHUNK_FAILED.
 */
export async function showRequest(
  runtime: Runtime,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  if (!mayShow(runtime)) return fetch(input, init)
  const requests = await oneOf(runtime, createShown)()
  return requests.fetch(input, init)
}

const mayShow = (runtime: Runtime) => isOffered('PayForRequest', runtime.getState().features)

function follow(runtime: Runtime, requests: PaidRequests): void {
  const { asked } = requests
  /** What the visitor cannot see, or left without a word, is a no: the page waits for one. */
  function refuseUnseen(): void {
    const question = asked.getState()
    const { open, view } = runtime.getState()
    if (question && !(open && view === 'PayForRequest')) requests.refuse(question.id)
  }
  asked.subscribe(question => {
    // Only what was opened for the question closes with it: a view that was there before is gone back to.
    if (question) {
      show(runtime, question, requests)
      refuseUnseen()
    } else runtime.navigation.pass('PayForRequest')
  })
  runtime.subscribe(refuseUnseen)
}

function show(runtime: Runtime, question: AskedRequest, requests: PaidRequests): void {
  if (!mayShow(runtime)) requests.refuse(question.id)
  else if (runtime.getState().open) runtime.navigation.push('PayForRequest')
  // A widget that has no place yet shows nothing, which is a no.
  else runtime.present({ view: 'PayForRequest' })
}
