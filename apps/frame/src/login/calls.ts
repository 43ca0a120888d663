import { type CaipNetworkId, createError, namespaceOf } from 'latchkey/contract'
import { oneOf } from 'latchkey/oneof'
import type { FrameUser } from 'latchkey/services'
import type { Frame, FrameHandler } from '../frame.ts'
import { type ActiveAccount, findSmartAccount } from '../provider/activeAccount.ts'
import { providerPlace } from '../provider/providerPlace.ts'
import { smartNetworksOf } from '../provider/smartNetworksOf.ts'
import { locksOf } from '../store/locksOf.ts'
import { accountOfType, accountsOf, chooseType, chosenType, defaultType, typesOf } from './accountTypes.ts'
import { tellAccount } from './followType.ts'
import { loginOf } from './loginOf.ts'
import { loginPlace } from './loginPlace.ts'
import { toPageError } from './toPageError.ts'

/** Milliseconds after which it is unknown whether an account is deployed. */
const mostDeployedWait = 2_000

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
 * GET_USER: the logged-in visitor; `preferredAccountType` is the type that they chose, or the page for them, and absent
 * before; `defaultAccountType` is the one that their wallet was made with. A network that carries no smart account has the plain one in its place.
 * @throws LatchkeyError NOT_EMBEDDED without a login, or before the visitor can sign here.
 */
export const getUser: FrameHandler<'GET_USER'> = async ({ chainId, preferredAccountType: asked }, frame) => {
  const login = await loginOf(frame)
  const [session, loggedIn] = [await login.sessions.read(), await login.loggedIn()]
  if (!session || !loggedIn) throw createError('NOT_EMBEDDED')
  const { email, name, provider } = session.user
  const network = chainId ?? (await networkOf(frame))
  const smart = await findSmartAccount(smartNetworksOf(frame), loggedIn.addresses, network)
  const accounts = accountsOf(loggedIn.addresses, smart?.address)
  const namespace = namespaceOf(network)
  const chosen = asked ?? (await chosenType(frame.store, loggedIn.account, namespace))
  const wanted = chosen ?? loggedIn.accountType ?? defaultType
  const account = accountOfType(accounts, namespace, wanted) ?? accountOfType(accounts, 'eip155', wanted)
  if (!account) throw createError('NOT_EMBEDDED')
  return {
    email,
    userName: name,
    authProvider: provider,
    address: account.address,
    chainId: network,
    accounts: [...accounts],
    ...(chosen && { preferredAccountType: chosen }),
    ...(loggedIn.accountType && { defaultAccountType: loggedIn.accountType }),
    ...(await deployedFact(frame, network, account.type === 'smartAccount' ? smart : undefined)),
  } satisfies FrameUser
}

/** Whether the account in use is a contract on its network; without the field where its nodes do not say. */
async function deployedFact(
  frame: Frame,
  network: CaipNetworkId,
  smart: ActiveAccount | undefined,
): Promise<Pick<FrameUser, 'smartAccountDeployed'>> {
  const isThere = smart ? await askDeployed(frame, network, smart) : false
  return isThere === undefined ? {} : { smartAccountDeployed: isThere }
}

async function askDeployed(
  frame: Frame,
  network: CaipNetworkId,
  { address }: ActiveAccount,
): Promise<boolean | undefined> {
  const { nodesOf } = await import('../provider/nodesOf.ts')
  const { isDeployed } = await import('../smartaccount/isDeployed.ts')
  // A login does not wait for nodes that are slow.
  const late = new Promise<undefined>(resolve => setTimeout(resolve, mostDeployedWait))
  return Promise.race([isDeployed(nodesOf(frame)(network), address), late])
}

/** The provider's room is large: who only logs in does not load it. */
async function networkOf(frame: Frame): Promise<CaipNetworkId> {
  const { providerOf } = await import('../provider/providerOf.ts')
  return providerOf(frame).network()
}

/** GET_SMART_ACCOUNT_ENABLED_NETWORKS: those that carry smart accounts, as the services see them. */
export const getSmartAccountEnabledNetworks: FrameHandler<'GET_SMART_ACCOUNT_ENABLED_NETWORKS'> = async (
  _payload,
  frame,
) => ({
  smartAccountEnabledNetworks: (await smartNetworksOf(frame)()).flatMap(({ chainId, safe }) =>
    safe ? [chainId] : [],
  ),
})

/**
 * INIT_SMART_ACCOUNT: the smart account on the wallet's network; nothing is put on the chain.
 * @throws LatchkeyError NOT_EMBEDDED without a login, ACTION_NOT_ALLOWED where the network carries none, UNKNOWN where its
 * nodes do not answer.
 */
export const initSmartAccount: FrameHandler<'INIT_SMART_ACCOUNT'> = async (_payload, frame) => {
  const loggedIn = await (await loginOf(frame)).loggedIn()
  if (!loggedIn) throw createError('NOT_EMBEDDED')
  const network = await networkOf(frame)
  const smart = await findSmartAccount(smartNetworksOf(frame), loggedIn.addresses, network)
  if (!smart) throw createError('ACTION_NOT_ALLOWED')
  const isThere = await askDeployed(frame, network, smart)
  if (isThere === undefined) throw createError('UNKNOWN')
  return { address: smart.address, isDeployed: isThere }
}

/**
 * SET_PREFERRED_ACCOUNT: stored for the visitor and the namespace; the answer has the address in use, which is the plain
 * account's while the network carries no smart one.
 * @throws LatchkeyError NOT_EMBEDDED without a login, ACTION_NOT_ALLOWED for a type that the wallet can have no account of.
 */
export const setPreferredAccount: FrameHandler<'SET_PREFERRED_ACCOUNT'> = async (
  { type, chainId },
  frame,
) => {
  const loggedIn = await (await loginOf(frame)).loggedIn()
  if (!loggedIn) throw createError('NOT_EMBEDDED')
  const { account, addresses } = loggedIn
  const network = chainId ?? (await networkOf(frame))
  const namespace = namespaceOf(network)
  if (!typesOf(addresses, namespace).includes(type)) throw createError('ACTION_NOT_ALLOWED')
  const before = await getUser({ chainId: network }, frame)
  await chooseType({ store: frame.store, locks: locksOf(frame) }, account, namespace, type)
  const { address } = await getUser({ chainId: network }, frame)
  const used = before.preferredAccountType ?? before.defaultAccountType ?? defaultType
  if (type !== used) oneOf(frame, loginPlace).tellTabs?.('type')
  if (address !== before.address && namespace === namespaceOf(await networkOf(frame)))
    tellAccount(frame, address)
  return { type, address }
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
