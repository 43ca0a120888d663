import {
  type FrameSite,
  postLoginLink,
  postLoginUndo,
  postLoginWaitingLink,
  type RouteResponse,
} from 'latchkey/services'
import { useEffect, useState } from 'react'
import { CustodyRefusal, createCustodyClient } from '../keys/custodyClient.ts'
import type { MailLink } from './readLink.ts'

export type LinkDecision = 'approve' | 'deny' | 'undo' | 'stop'

export type LinkState =
  | { readonly at: 'loading' }
  | { readonly at: 'ended' }
  | { readonly at: 'unreached' }
  | { readonly at: 'device'; readonly asked: RouteResponse<typeof postLoginLink> }
  | { readonly at: 'undo'; readonly asked: RouteResponse<typeof postLoginUndo> }
  | { readonly at: 'stop'; readonly asked: RouteResponse<typeof postLoginWaitingLink> }

/** What a link is for, as the services say; looking changes nothing, and only `decide` does (T48). */
export function useLink(site: Pick<FrameSite, 'services' | 'projectId'>, { is, link }: MailLink) {
  const [state, setState] = useState<LinkState>({ at: 'loading' })
  const [busy, setBusy] = useState<LinkDecision>()
  const [isFailed, setFailed] = useState(false)
  const { services, projectId } = site
  const client = createCustodyClient({
    services,
    projectId,
    prove: async () => ({}),
    fetch: (...asked) => fetch(...asked),
  })

  async function ask(decision?: LinkDecision): Promise<LinkState> {
    if (is === 'undo') {
      const body = { link, ...(decision === 'undo' && { undo: true }) }
      return { at: 'undo', asked: await client.call(postLoginUndo, body) }
    }
    if (is === 'stop') {
      const body = { link, ...(decision === 'stop' && { stop: true as const }) }
      return { at: 'stop', asked: await client.call(postLoginWaitingLink, body) }
    }
    const isAnswer = decision === 'approve' || decision === 'deny'
    const body = { link, ...(isAnswer && { decision }) }
    return { at: 'device', asked: await client.call(postLoginLink, body) }
  }
  const isEnd = (error: unknown) => error instanceof CustodyRefusal && error.code === 'LOGIN_ENDED'

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page has one link
  useEffect(() => {
    ask().then(setState, error => setState({ at: isEnd(error) ? 'ended' : 'unreached' }))
  }, [])

  return {
    state,
    busy,
    isFailed,
    decide(decision: LinkDecision): void {
      if (busy) return
      setBusy(decision)
      setFailed(false)
      ask(decision)
        .then(setState, error => (isEnd(error) ? setState({ at: 'ended' }) : setFailed(true)))
        .finally(() => setBusy(undefined))
    },
  }
}
