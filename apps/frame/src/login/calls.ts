import { type CaipNetworkId, createError, namespaceOf } from 'latchkey/contract'
import { oneOf } from 'latchkey/oneof'
import type { FrameUser } from 'latchkey/services'
import type { Frame, FrameHandler } from '../frame.ts'
import { providerPlace } from '../provider/providerPlace.ts'
import { changeKept } from '../store/changeKept.ts'
import { locksOf } from '../store/locksOf.ts'
import { accountOfType, accountsOf, keptTypes } from './accountTypes.ts'
import { loginOf } from './loginOf.ts'
import { toPageError } from './toPageError.ts'

/** Runs the work, and converts its errors to codes that the page knows. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toPageError(error)
  }
}

/** IS_CONNECTED: whether a visitor is logged in who can sign here; asks the services. */
export const isConnected: FrameHandler<'IS_CONNECTED'> = async (_payload, frame) => ({
  isConnected: await (await loginOf(frame)).check(),
})

/** CONNECT_EMAIL: what comes next is asked by the frame's screen of the answer's name. */
export const connectEmail: FrameHandler<'CONNECT_EMAIL'> = ({ email }, frame) =>
  told(async () => ({ action: await (await loginOf(frame)).begin(email) }))

/** CONNECT_DEVICE: waits until the link of the mail was used. */
export const connectDevice: FrameHandler<'CONNECT_DEVICE'> = (_payload, frame) =>
  told(async () => {
    const action = await (await loginOf(frame)).awaitDevice()
    // Another login began meanwhile, and this one will never be over.
    if (action === 'VERIFY_DEVICE') throw createError('RPC_ABORTED')
    return { action }
  })

/**
 * GET_USER: the logged-in visitor. @throws LatchkeyError NOT_EMBEDDED without a login, or before the visitor can sign
 * here.
 */
export const getUser: FrameHandler<'GET_USER'> = async ({ chainId, preferredAccountType: asked }, frame) => {
  const login = await loginOf(frame)
  const [session, loggedIn] = [await login.sessions.read(), await login.loggedIn()]
  if (!session || !loggedIn) throw createError('NOT_EMBEDDED')
  const { email, name, provider } = session.user
  const network = chainId ?? (await networkOf(frame))
  const accounts = accountsOf(loggedIn.addresses)
  const namespace = namespaceOf(network)
  const wanted = asked ?? (await frame.store.read(keptTypes))?.[namespace]
  const account = accountOfType(accounts, namespace, wanted) ?? accountOfType(accounts, 'eip155', wanted)
  if (!account) throw createError('NOT_EMBEDDED')
  return {
    email,
    userName: name,
    authProvider: provider,
    address: account.address,
    chainId: network,
    accounts: [...accounts],
    preferredAccountType: account.type,
    smartAccountDeployed: false,
  } satisfies FrameUser
}

/** The provider's room is large: who only logs in does not load it. */
async function networkOf(frame: Frame): Promise<CaipNetworkId> {
  const { providerOf } = await import('../provider/providerOf.ts')
  return providerOf(frame).network()
}

/** GET_SMART_ACCOUNT_ENABLED_NETWORKS: this release makes none, on no network. */
export const getSmartAccountEnabledNetworks: FrameHandler<'GET_SMART_ACCOUNT_ENABLED_NETWORKS'> = () => ({
  smartAccountEnabledNetworks: [],
})

/**
 * SET_PREFERRED_ACCOUNT: stored for the namespace. @throws LatchkeyError ACTION_NOT_ALLOWED for a type that the wallet
 * has no account of.
 */
export const setPreferredAccount: FrameHandler<'SET_PREFERRED_ACCOUNT'> = async (
  { type, chainId },
  frame,
) => {
  const network = chainId ?? (await networkOf(frame))
  const { accounts } = await getUser({ chainId: network }, frame)
  const namespace = namespaceOf(network)
  const account = accounts.find(each => each.type === type && each.chainNamespace === namespace)
  if (!account) throw createError('ACTION_NOT_ALLOWED')
  const { store } = frame
  await changeKept({ store, locks: locksOf(frame) }, keptTypes, before => ({ ...before, [namespace]: type }))
  return { type, address: account.address }
}

/** SIGN_OUT: whatever waits for the visitor is taken back with it. */
export const signOut: FrameHandler<'SIGN_OUT'> = async (_payload, frame) => {
  oneOf(frame, providerPlace).provider?.abort()
  await (await loginOf(frame)).signOut()
  frame.screens.closeAll()
  return {}
}

/** UPDATE_EMAIL: the codes for it are typed in the frame's screen of the answer's name. */
export const updateEmail: FrameHandler<'UPDATE_EMAIL'> = ({ email }, frame) =>
  told(async () => ({ action: await (await loginOf(frame)).change.begin(email) }))
