import { limits } from 'latchkey/contract'
import { type LoginSession, postLoginRefresh, postLoginSignOut } from 'latchkey/services'
import { type CustodyClient, CustodyRefusal, createCustodyClient } from '../keys/custodyClient.ts'
import type { DeviceKey } from '../keys/deviceKey.ts'
import type { ServicesClock } from '../keys/servicesClock.ts'
import { clearRecords } from './accountTypes.ts'
import { keptLogin } from './keptLogin.ts'
import type { LoginDeps } from './loginDeps.ts'

/** A token with less than this left is refreshed before it is used. */
const leastLeft = 60_000
/** A call of the services may wait for 25 s before it answers. */
const patience = 35_000
/** A page waits 3 s for a sign-out. */
const mostGoodbye = limits.signOut - 500
const lockName = 'latchkey login'

/** The session of this browser, for all tabs of it. */
export interface Sessions {
  /** Calls that prove the device alone. */
  readonly bare: CustodyClient
  /** Calls with the session, which is refreshed where that is needed (T56). @throws CustodyRefusal SIGN_IN_INVALID once it is over */
  readonly client: CustodyClient
  read(): Promise<LoginSession | undefined>
  /** Replaces the previous session, which ends; deletes the records of another account. */
  keep(session: LoginSession): Promise<void>
  /** Takes the place of one of the same account, if that is still here: whether it was. The services have ended that one. */
  replace(session: LoginSession): Promise<boolean>
  /** Updates the session's user, if the session still belongs to that account. Returns whether it does. */
  update(change: Pick<LoginSession, 'user'> & Partial<Pick<LoginSession, 'need'>>): Promise<boolean>
  /** Ends a session that arrived too late. */
  refuse(session: LoginSession): Promise<void>
  /** Ends it here and, as far as they can be reached, at the services. */
  end(): Promise<void>
}

export function createSessions(deps: LoginDeps, device: DeviceKey, clock: ServicesClock): Sessions {
  const { services, projectId, store, locks, wait } = deps
  const to = { services, projectId, fetch: deps.fetch, clock, patience }
  const bare = createCustodyClient({
    ...to,
    prove: async call => ({ dpop: await device.prove(call) }),
  })
  const clientOf = (token: string) =>
    createCustodyClient({
      ...to,
      prove: async call => ({
        authorization: `DPoP ${token}`,
        dpop: await device.prove({ ...call, token }),
      }),
    })
  const read = () => store.read(keptLogin)
  const locked = <T>(work: () => Promise<T>) => locks.request(lockName, work) as Promise<T>

  /** A session whose end cannot be reported expires by disuse. */
  const reportEnd = ({ refresh }: LoginSession) =>
    bare.call(postLoginSignOut, { refresh }).then(
      () => undefined,
      () => undefined,
    )

  /** Deletes the visitor's records with the session; the device's key and its shares stay. */
  async function forget(): Promise<void> {
    await clearRecords(store)
    deps.emit({ isConnected: false })
  }

  /** The session after `used` was no good any more, or is about to be. @throws CustodyRefusal SIGN_IN_INVALID */
  function refresh(used: LoginSession): Promise<LoginSession> {
    return locked(async () => {
      const kept = await read()
      // A request of one visitor is not repeated for the next.
      if (kept?.user.account !== used.user.account) throw new CustodyRefusal('SIGN_IN_INVALID')
      // Another tab was faster.
      if (kept.token !== used.token) return kept
      const next = await bare.call(postLoginRefresh, { refresh: kept.refresh }).catch(async error => {
        if (error instanceof CustodyRefusal && error.code === 'SIGN_IN_INVALID') await forget()
        throw error
      })
      if (await read()) {
        await store.write(keptLogin, next)
        return next
      }
      // Its visitor signed out meanwhile.
      void reportEnd(next)
      throw new CustodyRefusal('SIGN_IN_INVALID')
    })
  }

  return {
    bare,
    client: {
      async call(route, body, signal) {
        let session = await read()
        if (!session) throw new CustodyRefusal('SIGN_IN_INVALID')
        const isFresh = Date.parse(session.expiresAt) - clock.now() > leastLeft
        if (!isFresh) session = await refresh(session)
        try {
          return await clientOf(session.token).call(route, body, signal)
        } catch (error) {
          if (!(error instanceof CustodyRefusal) || error.code !== 'SIGN_IN_INVALID') throw error
          return clientOf((await refresh(session)).token).call(route, body, signal)
        }
      },
    },
    read,
    async keep(session) {
      const before = await locked(async () => {
        const kept = await read()
        if (kept && kept.user.account !== session.user.account) await clearRecords(store)
        await store.write(keptLogin, session)
        return kept
      })
      if (before) void reportEnd(before)
    },
    replace: session =>
      locked(async () => {
        const kept = await read()
        if (kept?.user.account !== session.user.account) return false
        await store.write(keptLogin, session)
        return true
      }),
    refuse: reportEnd,
    update: change =>
      locked(async () => {
        const kept = await read()
        if (kept?.user.account !== change.user.account) return false
        await store.write(keptLogin, { ...kept, ...change })
        return true
      }),
    async end() {
      const ended = await read()
      // Out of turn: an unanswered refresh would block every later caller.
      await forget()
      const rest = locked(async () => {
        const kept = await read()
        await clearRecords(store)
        return kept
      })
      const goodbyes = [ended, rest].map(async session => {
        const last = await session
        if (last) await reportEnd(last)
      })
      await Promise.race([Promise.all(goodbyes), wait(mostGoodbye)])
    },
  }
}
