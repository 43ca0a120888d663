import { kindOf, type Proposal } from 'latchkey/pairing'
import { type Decision, isDecision, refusalOf } from './decision.ts'
import { grantNamespaces } from './grantNamespaces.ts'
import type { PhoneNamespace } from './phoneSession.ts'
import type { PhoneWorld } from './phoneWorld.ts'

/** A proposal as it came. */
export interface ProposalCall {
  readonly id: number
  readonly pairingTopic: string
  readonly proposal: Proposal
  readonly verifiedOrigin?: string | undefined
}

const week = 604_800

/** Asks the person, and settles or refuses: the answer on the pairing's topic, then the settlement on the session's. */
export async function answerProposal(
  world: PhoneWorld,
  call: ProposalCall,
  asked: Promise<unknown>,
): Promise<void> {
  const { id, pairingTopic, proposal } = call
  const { rpc } = world
  const refuse = (error: { readonly code: number; readonly message: string }) =>
    rpc.answer(pairingTopic, id, kindOf('wc_sessionPropose', 'reject'), { error })
  let decision: unknown
  try {
    decision = await asked
  } catch (cause) {
    return refuse(refusalOf(cause))
  }
  if (!isDecision(decision)) {
    return rpc.answer(pairingTopic, id, kindOf('wc_sessionPropose', 'response'), { result: decision })
  }
  const namespaces = granted(world, proposal, decision)
  if (!namespaces) return refuse({ code: 5100, message: 'Unsupported chains.' })
  await settle(world, call, namespaces, decision.accounts)
}

function granted(world: PhoneWorld, proposal: Proposal, decision: Decision) {
  const { requiredNamespaces, optionalNamespaces } = proposal
  const assets = world.assets(decision.accounts)
  const solana = world.solana?.assets(decision.accounts)
  const further = world.signers?.list.map(each => [
    each.namespace,
    world.signers?.assets(each, decision.accounts) ?? assets,
  ])
  const owned = { eip155: assets, ...(solana && { solana }), ...Object.fromEntries(further ?? []) }
  const namespaces = grantNamespaces(requiredNamespaces, optionalNamespaces, owned)
  const { strayChain } = decision
  if (strayChain === undefined || !namespaces?.eip155) return namespaces
  // A wallet that approves another chain than it was asked for (F11).
  const chain = `eip155:${strayChain}`
  const accounts = assets.addresses.map(address => `${chain}:${address}`)
  return { ...namespaces, eip155: { ...namespaces.eip155, chains: [chain], accounts } }
}

async function settle(
  world: PhoneWorld,
  { id, pairingTopic, proposal, verifiedOrigin }: ProposalCall,
  namespaces: Readonly<Record<string, PhoneNamespace>>,
  accounts: readonly number[] | undefined,
): Promise<void> {
  const { rpc, transport, sessions, options } = world
  const { crypto, store, link } = transport
  const keys = await crypto.generateKeyPair()
  const symKey = await crypto.agree(keys, proposal.proposer.publicKey)
  const topic = await crypto.topicOf(symKey)
  await store.symKeys.set(topic, symKey)
  const expiry = world.seconds(week)
  // Put together first: a pairing that its site has ended has no key any more, and then there is no session either.
  const result = { relay: { protocol: 'irn' }, responderPublicKey: keys.publicKey }
  const sessionProposalResponse = await rpc.seal(pairingTopic, { id, result })
  await sessions.put({
    topic,
    pairingTopic,
    peer: world.peerOf(proposal.proposer),
    namespaces,
    expiry,
    ...(verifiedOrigin !== undefined && { verifiedOrigin }),
  })
  const settleId = rpc.nextId()
  const params = {
    relay: { protocol: 'irn' },
    controller: { publicKey: keys.publicKey, metadata: world.metadata },
    namespaces,
    expiry,
    ...propertiesOf(world, namespaces, accounts),
  }
  if (options.approveByRelay === false) {
    await link.subscribe([topic])
    await rpc.answer(pairingTopic, id, kindOf('wc_sessionPropose', 'response'), { result })
    await rpc.ask(topic, settleId, 'wc_sessionSettle', params)
    return
  }
  await link.call('wc_approveSession', {
    sessionTopic: topic,
    pairingTopic,
    sessionProposalResponse,
    sessionSettlementRequest: await rpc.seal(topic, { id: settleId, method: 'wc_sessionSettle', params }),
    ttl: kindOf('wc_sessionSettle', 'request').ttl,
  })
  await link.subscribe([topic])
}

/** What the phone says of its accounts with its approval, as wallets write it: JSON text. */
function propertiesOf(
  { signers }: PhoneWorld,
  namespaces: Readonly<Record<string, PhoneNamespace>>,
  accounts: readonly number[] | undefined,
) {
  const said = signers?.list.flatMap(signer => {
    if (!namespaces[signer.namespace]) return []
    const shown = accounts?.filter(index => index < signer.count) ?? signers.shown(signer.namespace)
    return Object.entries(signer.properties?.(shown) ?? {})
  })
  if (!said?.length) return {}
  return { sessionProperties: Object.fromEntries(said.map(([name, value]) => [name, JSON.stringify(value)])) }
}
