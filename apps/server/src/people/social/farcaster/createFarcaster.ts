import { randomBytes } from 'node:crypto'
import type { LoginIdentity } from '../../login/createAccounts.ts'
import type { SocialFlows, SocialRow } from '../createSocialFlows.ts'
import { checkFid, type FidClaim, type FidDeps } from './checkFid.ts'
import { type ChannelQuestion, createRelayChannel } from './relayChannel.ts'

/** The name that the provider goes by everywhere. */
export const farcaster = 'farcaster'

/** What an app hands in. */
type Answer = Pick<FidClaim, 'message' | 'signature' | 'fid'>

/** Logins with a Farcaster account: a text for each, and what comes back signed (reference §3.3, T55). */
export interface Farcaster {
  /** Whether a login can begin; does not affect pending ones. */
  isAvailable(): boolean
  /** Opens a channel for a login, and says where it leads. @throws Error when the relay cannot be reached. */
  open(row: SocialRow, services: string): Promise<string>
  /** The question that an app signs in a channel of ours; undefined for an unknown token, or an ended flow. */
  describe(token: string): Promise<ChannelQuestion | undefined>
  /** Takes what came through a channel of ours, once: the login that it ended, or why it is none. */
  answer(token: string, answer: Answer): Promise<SocialRow | { readonly refusal: string }>
  /** Asks the relay, where there is one; whether the login is over now. */
  ask(row: SocialRow): Promise<boolean>
}

export function createFarcaster(
  deps: FidDeps & { readonly flows: SocialFlows } & {
    /** Derives a nonce that cannot be forged without our key. */
    readonly nonceOf: (flow: string) => string
  },
): Farcaster {
  const { settings, walletOrigin, flows, nonceOf } = deps
  const relay = 'relay' in settings.channel ? createRelayChannel(settings.channel.relay, deps) : undefined

  const questionOf = (row: SocialRow): ChannelQuestion => ({
    siweUri: walletOrigin,
    domain: new URL(walletOrigin).host,
    nonce: nonceOf(row.flow),
    // An address of IPv6 has brackets, which the text has no place for.
    requestId: new URL(row.page).host.replace(/[[\]]/g, encodeURIComponent),
    expirationTime: new Date(row.expires_at).toISOString(),
    acceptAuthAddress: settings.keyRegistry !== undefined,
  })

  const find = async (token: string) =>
    relay === undefined ? flows.findByState(farcaster, token) : undefined

  async function judge(row: SocialRow, answer: Answer): Promise<SocialRow | { readonly refusal: string }> {
    const { nonce, requestId } = questionOf(row)
    const verdict = await checkFid(deps, { ...answer, nonce, requestId })
    if ('refusal' in verdict) return verdict
    // Of many at once one is taken, and the nonce is used up with it.
    return (await flows.finish(row.flow, identityOf(verdict.fid))) ?? { refusal: 'used' }
  }

  return {
    isAvailable: () => relay?.isAvailable() ?? true,
    async open(row, services) {
      if (relay !== undefined) {
        const { token, url } = await relay.open(questionOf(row))
        await flows.open(row.flow, token, { channel: token })
        return url
      }
      const token = randomBytes(32).toString('base64url')
      await flows.open(row.flow, token)
      const { app } = settings.channel as { readonly app: string }
      const url = new URL(app)
      url.searchParams.set('channelToken', token)
      url.searchParams.set('relay', services)
      return url.href
    },
    async describe(token) {
      const row = await find(token)
      return row && questionOf(row)
    },
    async answer(token, answer) {
      const row = await find(token)
      return row === undefined ? { refusal: 'channel' } : judge(row, answer)
    },
    async ask(row) {
      if (relay === undefined || row.step !== 'opened' || row.channel === null) return false
      const answer = await relay.ask(row.channel)
      if (answer === undefined) return false
      const result = await judge(row, answer)
      // The answer comes once: if it is not taken now, it is lost.
      if ('refusal' in result) await flows.fail(row.flow, 'provider')
      return true
    },
  }
}

/** Whose it is, by number: names are not what a login goes by, and nothing vouches for those that an app says. */
const identityOf = (fid: string): LoginIdentity => ({
  kind: farcaster,
  issuer: farcaster,
  subject: fid,
  email: null,
  label: `fid ${fid}`,
  name: null,
})
