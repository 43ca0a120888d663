import {
  getCustodyWallet,
  getPasskeys,
  type LoginSession,
  postPasskeyDelete,
  postPasskeyLogin,
  postPasskeyOptions,
  postPasskeyRegister,
} from 'latchkey/services'
import { type Bytes, base64url, fromHex, randomBytes, wipe } from '../../keys/bytes.ts'
import type { CustodyClient } from '../../keys/custodyClient.ts'
import type { KeysContext } from '../../keys/keysContext.ts'
import { deleteFactor } from '../../keys/recovery/addFactor.ts'
import { keyOfPasskey, passkeyInput } from '../../keys/recovery/keyOfPasskey.ts'
import { requireMade } from '../../waiting/requireMade.ts'
import type { Entry, PasskeyOpener } from '../createEntry.ts'
import type { Sessions } from '../createSessions.ts'
import type { Keepsake } from '../keepsake.ts'
import { refuseLate } from '../refuseLate.ts'
import { type MadePasskey, type PasskeyBrowser, PasskeyError } from './passkeyBrowser.ts'

/** A passkey of the logged-in visitor. */
export interface OwnPasskey {
  readonly credential: string
  readonly label: string | null
  /** Whether it is on the person's other devices as well, as its maker says. */
  readonly isSynced: boolean
  /** ISO 8601. */
  readonly createdAt: string
  /** Whether it opens the wallet, too. */
  readonly opens: boolean
}

/** Logging in by passkey, and opening the wallet by what its PRF gives (reference §2.3). */
export interface PasskeyLogin {
  readonly isSupported: boolean
  /** By any passkey. Answers whether its person can sign here. @throws PasskeyError, CustodyRefusal; LatchkeyError RPC_ABORTED once another login began, or its visitor left */
  logIn(): Promise<boolean>
  /**
   * Proves the logged-in visitor again, by any passkey of theirs or by one of `among`. @throws PasskeyError,
   * CustodyRefusal; LatchkeyError RPC_ABORTED once they left
   */
  prove(among?: readonly string[]): Promise<boolean>
  /**
   * An account that is known by a new passkey alone; made in a window where this browser makes none in a frame.
   * @throws PasskeyError, CustodyRefusal; LatchkeyError RPC_ABORTED as `logIn`
   */
  signUp(by?: PasskeyBrowser): Promise<boolean>
  /**
   * Adds a passkey for the logged-in visitor, who may have no wallet yet: it is made with one that opens it. Returns whether it
   * opens the wallet, too. @throws PasskeyError,
   * CustodyRefusal LOGIN_STEP_UP, KeysError
   */
  add(label?: string, by?: PasskeyBrowser): Promise<boolean>
  /** Lets this browser sign again. @throws PasskeyError `closed`, KeysError, CustodyRefusal */
  recover(): Promise<void>
  list(): Promise<readonly OwnPasskey[]>
  /** It neither logs in any more nor opens the wallet. @throws CustodyRefusal LOGIN_STEP_UP */
  delete(credential: string): Promise<void>
}

/** One that was added, and is not known yet to open the wallet. */
interface Unfinished {
  readonly account: string
  readonly way: Extract<Keepsake, { kind: 'passkey' }>
}

export function createPasskeyLogin(deps: {
  readonly host: string
  readonly browser: PasskeyBrowser
  readonly sessions: Sessions
  readonly ctx: KeysContext
  readonly entry: Entry
}): PasskeyLogin {
  const { host, browser, sessions, ctx, entry } = deps
  const page = { page: host } as const
  let unfinished: Unfinished | undefined

  /** What a passkey opens, which many devices say only once it is used. */
  async function openerOf(
    made: MadePasskey,
    { input, by }: { readonly input: Bytes; readonly by: PasskeyBrowser },
  ): Promise<PasskeyOpener | undefined> {
    const { id } = made.credential
    if (made.secret) return { credential: id, secret: made.secret }
    if (!made.canOpen) return undefined
    const challenge = base64url(randomBytes(32))
    const used = await by.use({ challenge, which: [{ credential: id }], input }).catch(() => undefined)
    return used?.secret && { credential: id, secret: used.secret }
  }

  async function factors(): Promise<
    readonly { readonly id: string; readonly credential: string; readonly input?: Bytes }[]
  > {
    const { wallet } = await ctx.client.call(getCustodyWallet)
    return (wallet?.factors ?? []).flatMap(({ id, kind, params: { credential, salt } }) =>
      kind === 'passkey' && credential !== undefined
        ? [{ id, credential, ...(salt !== undefined && { input: fromHex(salt) }) }]
        : [],
    )
  }

  const list: PasskeyLogin['list'] = async () => {
    const [{ passkeys }, opening] = await Promise.all([ctx.client.call(getPasskeys), factors()])
    return passkeys.map(({ credential, label, isSynced, createdAt }) => ({
      credential,
      label,
      isSynced,
      createdAt,
      opens: opening.some(each => each.credential === credential),
    }))
  }

  async function make(
    client: CustodyClient,
    purpose: 'create' | 'add',
    {
      label,
      by = browser,
    }: { readonly label?: string | undefined; readonly by?: PasskeyBrowser | undefined },
  ) {
    const input = await passkeyInput()
    const made = await by.make(async () => {
      const {
        user,
        credentials,
        expiresAt: _,
        ...asked
      } = await client.call(postPasskeyOptions, { purpose, ...page })
      if (user === null) throw new PasskeyError('unsupported')
      return { ...asked, user, others: credentials, input }
    })
    const registered = client.call(postPasskeyRegister, {
      purpose,
      ...page,
      ...(label !== undefined && { label }),
      credential: made.credential,
    })
    const { session } = await orWipe(made.secret, registered)
    return { session, opener: await openerOf(made, { input, by }) }
  }

  /** Has it open the wallet, if it does not yet. */
  async function open(made: Unfinished): Promise<true> {
    unfinished = made
    await entry.keep(made.way)
    unfinished = undefined
    return true
  }

  /**
   * Enters with the passkey's session, unless another login began meanwhile or the visitor left. A proof admits only
   * the logged-in visitor.
   */
  async function enter(
    session: LoginSession,
    {
      opener,
      attempt,
    }: { readonly opener: PasskeyOpener | undefined; readonly attempt?: AbortSignal | undefined },
  ): Promise<boolean> {
    const isWanted = attempt
      ? !attempt.aborted
      : (await sessions.read())?.user.account === session.user.account
    if (isWanted) return entry.enter(session, opener)
    if (opener) wipe(opener.secret)
    return refuseLate(sessions, session)
  }

  async function use(
    client: CustodyClient,
    { among, attempt }: { readonly among?: readonly string[] | undefined; readonly attempt?: AbortSignal },
  ): Promise<boolean> {
    const { challenge, rpId, credentials } = await client.call(postPasskeyOptions, {
      purpose: 'login',
      ...page,
    })
    const known = among ? credentials.filter(each => among.includes(each)) : credentials
    // None would be any.
    if (among && known.length === 0) throw new PasskeyError('cancelled')
    const which = known.map(credential => ({ credential }))
    const { credential, secret } = await browser.use({ challenge, rpId, which, input: await passkeyInput() })
    const session = await orWipe(secret, client.call(postPasskeyLogin, { ...page, credential }))
    return enter(session, { opener: secret && { credential: credential.id, secret }, attempt })
  }

  return {
    isSupported: browser.isSupported,
    logIn: () => use(sessions.bare, { attempt: entry.attempt() }),
    prove: among => use(sessions.client, { among }),
    async signUp(by) {
      const attempt = entry.attempt()
      const { session, opener } = await make(sessions.bare, 'create', { by })
      if (session === null) throw new PasskeyError('unsupported')
      return enter(session, { opener, attempt })
    },
    async add(label, by) {
      const account = (await sessions.read())?.user.account
      const left = unfinished?.account === account ? unfinished : undefined
      const known = left && (await list()).find(({ credential }) => credential === left.way.credential)
      // Its device makes no second one; one that was deleted since is made anew.
      if (left && known) return open(left)
      const { opener } = await make(sessions.client, 'add', { label, by })
      if (opener === undefined || account === undefined) return false
      const { credential, secret } = opener
      const key = await keyOfPasskey(secret, account)
      return open({ account, way: { kind: 'passkey', credential, key, label } })
    },
    async recover() {
      const account = (await sessions.read())?.user.account
      const which = await factors()
      if (account === undefined || which.length === 0) throw new PasskeyError('closed')
      const challenge = base64url(randomBytes(32))
      const { credential, secret } = await browser.use({ challenge, which, input: await passkeyInput() })
      if (secret === undefined) throw new PasskeyError('closed')
      const key = await keyOfPasskey(secret, account)
      await entry.recover({ kind: 'passkey', credential: credential.id, key })
    },
    list,
    async delete(credential) {
      const account = (await sessions.read())?.user.account
      const factor = (await factors()).find(each => each.credential === credential)
      requireMade(await ctx.client.call(postPasskeyDelete, { credential }))
      if (factor && account !== undefined) await deleteFactor(ctx, { account, id: factor.id })
    },
  }
}

/** What is waited for; the secret is wiped when that fails, which has no further use then. */
async function orWipe<T>(secret: Bytes | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (secret) wipe(secret)
    throw error
  }
}
