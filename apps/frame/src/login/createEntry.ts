import {
  type CustodyMode,
  getCustodyConfig,
  getCustodyWallet,
  getLoginUser,
  type LoginSession,
  type LoginUser,
} from 'latchkey/services'
import type { Bytes } from '../keys/bytes.ts'
import { createKey } from '../keys/createKey.ts'
import type { Addresses } from '../keys/derive/addressesOf.ts'
import type { KeysContext } from '../keys/keysContext.ts'
import { KeysError } from '../keys/keysError.ts'
import { keyOfPasskey } from '../keys/recovery/keyOfPasskey.ts'
import { refreshShares } from '../keys/refreshShares.ts'
import { readShares } from '../keys/storedShares.ts'
import { canProve } from './canProve.ts'
import type { Sessions } from './createSessions.ts'
import { type Keepsake, keepAsWell, makerOf } from './keepsake.ts'
import type { KeyMaking, LoginState } from './loginState.ts'
import type { Memory } from './memoryOf.ts'
import { type RecoveryWay, recoverAccount, type SecretWay } from './recoverAccount.ts'
import type { Watched } from './watched.ts'

/** A passkey that logged in, and what it opens besides. */
export interface PasskeyOpener {
  readonly credential: string
  /** Of its PRF: 32 bytes, which are wiped. */
  readonly secret: Bytes
}

/** What a browser needs whose visitor has to show their recovery secret once more. */
const retold = (need: LoginSession['need']) => (need === 'none' ? 'recover' : need)

/** What every way to log in leads to: a session, and a key that can be used here. */
export interface Entry {
  /** A login begins: the wait of one before it is over. */
  attempt(): AbortSignal
  /**
   * Enters with a session that its visitor proved themselves for. Returns whether they can sign here; the state names
   * the missing step.
   */
  enter(session: LoginSession, opener?: PasskeyOpener): Promise<boolean>
  /**
   * Enters with a session of a login that a page may have begun, and that a provider may have answered without a
   * prompt. Unless the services have seen a proof, it unlocks no idle wallet, not even of a visitor who had signed out (S5,
   * T79, T82): a proof does, or their own recovery secret. Returns as `enter` does.
   */
  admit(session: LoginSession): Promise<boolean>
  /** The logged-in visitor has proven themselves. */
  prove(): Promise<void>
  /** Asks the services who the session is, and what this browser is short of. @throws CustodyRefusal */
  resume(): Promise<boolean>
  /** The same for who asks to get in, with all that their login is enough for. @throws CustodyRefusal */
  comeBack(): Promise<boolean>
  /** Creates the key, with a way back where one comes first: a login's passkey, or the operator. @throws CustodyRefusal, KeysError */
  create(): Promise<void>
  /** Lets this recover the key, which is made with it where there is none. @throws CustodyRefusal CUSTODY_STEP_UP, KeysError */
  keep(way: Keepsake): Promise<void>
  /** The visitor was asked to protect the new wallet, and has done it or put it off. */
  settled(): Promise<void>
  /** Ends a login that has made or opened no wallet yet. */
  cancel(): Promise<void>
  /** Lets this browser sign again. @throws KeysError, CustodyRefusal */
  recover(way: RecoveryWay): Promise<void>
  /**
   * Proves the logged-in visitor by their recovery secret: recovers the wallet that is here once more, for the services
   * take that for a proof. @throws KeysError `mismatch` for another wallet, CustodyRefusal
   */
  proveBy(way: SecretWay): Promise<void>
  /** The visitor saw which wallet this browser restored, and uses it. */
  confirm(): Promise<void>
  /** Of the wallet that can be used here; undefined also while its visitor has not seen which one was restored. */
  addressesOf(account: string): Promise<Addresses | undefined>
}

export function createEntry(deps: {
  readonly state: Watched<LoginState> & { set(state: LoginState): void }
  readonly ctx: KeysContext
  readonly sessions: Sessions
  /** The mode that the page was built for. */
  readonly mode: CustodyMode
  /** How long this browser keeps a key. */
  readonly memory: Memory
  /** The visitor has proven themselves. */
  readonly proven: () => Promise<void>
  /** The visitor can sign here. */
  readonly arrived: () => void
  /** The address of a wallet's smart account; undefined where no network carries one. */
  readonly smartAddress?: ((addresses: Addresses) => Promise<string | undefined>) | undefined
}): Entry {
  const { state, ctx, sessions, mode, memory, proven, arrived, smartAddress } = deps
  let attempt = new AbortController()
  /** Of the passkey that logged in last. */
  let opened: { readonly account: string; readonly credential: string; readonly key: CryptoKey } | undefined
  /** The account whose key was made here and now, with no way to recover it. */
  let unprotected: string | undefined

  const storedAddresses = async (account: string): Promise<Addresses | undefined> =>
    (await readShares(ctx.database, account))?.addresses

  const isUnseen = async (account: string): Promise<boolean> =>
    (await ctx.database.read(unseen(account))) !== undefined

  const addressesOf: Entry['addressesOf'] = async account =>
    (await isUnseen(account)) ? undefined : storedAddresses(account)

  async function settle({ user, need }: Pick<LoginSession, 'user' | 'need'>): Promise<boolean> {
    const { account } = user
    const show = async (next: LoginState): Promise<void> => {
      // Who left meanwhile, here or in another tab, is not in.
      if ((await sessions.read())?.user.account === account) state.set(next)
    }
    const addresses = need === 'none' ? await storedAddresses(account) : undefined
    if (addresses !== undefined && (await isUnseen(account))) {
      const smart = await smartAddress?.(addresses)
      await show({ at: 'restored', user, addresses, ...(smart !== undefined && { smart }) })
      return false
    }
    if (addresses !== undefined) {
      const isNews = !canSign(state.get())
      await show({ at: unprotected === account ? 'keep' : 'in', user })
      const isIn = canSign(state.get())
      if (isNews && isIn) arrived()
      return isIn
    }
    await requireMode()
    if (need !== 'create') {
      const known = await ctx.client.call(getCustodyWallet)
      const ways = known.wallet?.factors.map(({ kind }) => kind) ?? []
      await show({
        at: 'recover',
        user,
        ways: ways.filter(kind => kind !== 'operator' || mode === 'operator'),
      })
      return false
    }
    await show({ at: 'create', user, by: makingOf(user) })
    return false
  }

  /** What makes a key for this visitor, in this browser. */
  function makingOf(user: LoginUser): KeyMaking {
    if (mode === 'operator') return 'operator'
    if (opened?.account === user.account) return 'passkey'
    if (memory !== 'lasting') return memory
    // Only a recovery secret proves them later, and unlocks an idle wallet (S5).
    return canProve(user) ? 'later' : 'unproven'
  }

  /** Refuses services of another mode: what they would have this page do is not what its visitor was promised. @throws KeysError `mode` */
  async function requireMode(): Promise<void> {
    if ((await sessions.bare.call(getCustodyConfig)).mode !== mode) throw new KeysError('mode')
  }

  /** Also after a key was made or came back: the session then says that it can sign. */
  async function resume(): Promise<boolean> {
    const { user, need } = await sessions.client.call(getLoginUser)
    // Another tab may have logged another visitor in during the request.
    return (await sessions.update({ user, need })) ? settle({ user, need }) : resume()
  }

  async function recover(way: RecoveryWay): Promise<void> {
    if (way.kind === 'operator' && mode !== 'operator') throw new KeysError('mode')
    const account = (await sessions.read())?.user.account
    // Before the wallet is there: whatever breaks off, it is not used unseen.
    if (account !== undefined) await ctx.database.write(unseen(account), true)
    await recoverAccount(ctx, way)
    // A secret of theirs; of the operator's recovery a login is all, so it proves those who have no other way.
    const user = (await sessions.read())?.user
    if (way.kind !== 'operator' || (user !== undefined && !canProve(user))) await proven()
    await resume()
  }

  /**
   * Makes the key where its visitor can protect it later, and recovers it where the login alone is enough: in the operator's mode, as
   * disclosed to the visitor, and by the passkey of the login. Returns whether nothing is left to ask them.
   */
  async function openByLogin(): Promise<boolean> {
    const asked = state.get()
    // What fails is on the screen, with a button to try again.
    if (asked.at === 'create' && asked.by === 'later') await create().catch(() => undefined)
    if (asked.at !== 'recover') return state.get().at === 'in'
    const way: RecoveryWay | undefined = asked.ways.includes('operator')
      ? { kind: 'operator' }
      : opened?.account === asked.user.account && asked.ways.includes('passkey')
        ? { kind: 'passkey', ...opened }
        : undefined
    if (way) await recover(way).catch(() => undefined)
    return state.get().at === 'in'
  }

  /** Makes the key, recoverable by `way`. */
  async function create(way?: Keepsake): Promise<void> {
    const asked = state.get()
    if (asked.at !== 'create') return
    const { account } = asked.user
    try {
      const factors = way ? [await makerOf(ctx, way, account)] : []
      await createKey(ctx, { account, factors })
    } catch (error) {
      // Another tab or device made it meanwhile, or we did and did not hear of it: never a second one (F34).
      if (!(error instanceof KeysError) || error.code !== 'exists') throw error
      if (way) await keepAsWell(ctx, account, way)
    }
    unprotected = way ? undefined : account
    await proven()
    await resume()
    // There was one, which is deleted: the account can have no other.
    if (state.get().at === 'create') throw new KeysError('exists')
  }

  async function settled(): Promise<void> {
    unprotected = undefined
    const { at } = state.get()
    if (at === 'keep') await resume()
  }

  async function arrive(session: LoginSession): Promise<boolean> {
    // A refresh makes a copied share worthless (reference §2.3). The account does not wait for it; a use of the key
    // does, by the pair's lock.
    if (session.need === 'none')
      void refreshShares(ctx, { account: session.user.account }).catch(() => undefined)
    await settle(session)
    return openByLogin()
  }

  return {
    attempt() {
      attempt.abort()
      unprotected = undefined
      attempt = new AbortController()
      return attempt.signal
    },
    async enter(session, opener) {
      const { account } = session.user
      opened = undefined
      if (opener)
        opened = { account, credential: opener.credential, key: await keyOfPasskey(opener.secret, account) }
      await sessions.keep(session)
      await proven()
      return arrive(session)
    },
    async admit(session) {
      const isIn = await sessions.replace(session)
      opened = undefined
      if (isIn) return arrive(session)
      await sessions.keep(session)
      if (session.isProven === true) await proven()
      // Nothing but their recovery secret can prove them here.
      else if (!canProve(session.user)) return arrive({ ...session, need: retold(session.need) })
      return arrive(session)
    },
    prove: proven,
    resume,
    async comeBack() {
      await resume()
      return openByLogin()
    },
    async create() {
      const asked = state.get()
      if (asked.at !== 'create') return
      const { by, user } = asked
      if (by === 'operator') return create({ kind: 'operator' })
      if (by === 'passkey' && opened?.account === user.account) return create({ kind: 'passkey', ...opened })
      if (by !== 'later') throw new KeysError('recover')
      return create()
    },
    async keep(way) {
      if (state.get().at === 'create') return create(way)
      const account = (await sessions.read())?.user.account
      if (account === undefined || !(await addressesOf(account))) throw new KeysError('recover')
      await keepAsWell(ctx, account, way)
      await settled()
    },
    settled,
    async cancel() {
      const asked = state.get()
      if (asked.at !== 'create' && asked.at !== 'recover' && asked.at !== 'restored') return
      attempt.abort()
      const email = asked.user.provider === 'email' ? asked.user.email : null
      state.set({ at: 'cancelled', before: asked.at === 'create' ? 'create' : 'recover', email })
      await sessions.end()
    },
    recover,
    async proveBy(way) {
      const account = (await sessions.read())?.user.account
      const before = account && (await addressesOf(account))
      if (account === undefined || !before) throw new KeysError('recover')
      await ctx.database.write(unseen(account), true)
      // Services that lie may have another wallet restored, which its visitor then sees first (S4).
      try {
        await recoverAccount(ctx, way)
      } finally {
        const after = await storedAddresses(account)
        if (after?.eip155 === before.eip155 && after.solana === before.solana)
          await ctx.database.delete(unseen(account))
      }
      if (!(await addressesOf(account))) throw new KeysError('mismatch')
      await proven()
    },
    async confirm() {
      const asked = state.get()
      if (asked.at !== 'restored') return
      await ctx.database.delete(unseen(asked.user.account))
      await resume()
    },
    addressesOf,
  }
}

/** Whether the visitor's wallet is here, and seen. */
function canSign({ at }: LoginState): boolean {
  return at === 'in' || at === 'keep'
}

/** Marks a wallet that this browser restored, until its visitor has seen which one it is. */
function unseen(account: string): string {
  return `unseen ${account}`
}
