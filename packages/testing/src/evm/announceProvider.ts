/** How a wallet announces itself (EIP-6963). */
export interface ProviderInfo {
  readonly uuid: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
}

const announceEvent = 'eip6963:announceProvider'
const requestEvent = 'eip6963:requestProvider'

/** Announcing of one wallet. */
export interface Announcer {
  /** Announces now, and on each request from now on. */
  announce(): void
  stop(): void
}

/** Makes the announcer of a provider; the announced detail is frozen, as EIP-6963 asks. */
export function createAnnouncer(
  target: EventTarget | undefined,
  info: ProviderInfo,
  provider: object,
): Announcer {
  const detail = Object.freeze({ info, provider })
  let listening = false
  const dispatch = () => {
    target?.dispatchEvent(new CustomEvent(announceEvent, { detail }))
  }
  return {
    announce() {
      if (!listening) target?.addEventListener(requestEvent, dispatch)
      listening = true
      dispatch()
    },
    stop() {
      target?.removeEventListener(requestEvent, dispatch)
      listening = false
    },
  }
}
