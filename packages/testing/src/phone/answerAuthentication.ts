import {
  type Authentication,
  type AuthPayload,
  authMessage,
  createRecap,
  encodeRecap,
  grantsOf,
  kindOf,
  recapOf,
  type SymKey,
  statementWithRecap,
} from 'latchkey/pairing'
import { signMessage } from 'viem/accounts'
import { isDecision, refusalOf } from './decision.ts'
import { accountsOn } from './grantNamespaces.ts'
import type { PhoneWorld } from './phoneWorld.ts'

/** A request to connect and sign in at once, as it came. */
export interface AuthenticationCall {
  readonly id: number
  readonly pairingTopic: string
  readonly authentication: Authentication
  readonly verifiedOrigin?: string | undefined
}

const week = 604_800

/** Asks the person, signs for each chain, and answers on the topic of the asker's key by an envelope of type 1. */
export async function answerAuthentication(
  world: PhoneWorld,
  call: AuthenticationCall,
  asked: Promise<unknown>,
): Promise<void> {
  const { requester, authPayload } = call.authentication
  // A script may refuse before the keys are there.
  asked.catch(() => undefined)
  const { crypto } = world.transport
  const keys = await crypto.generateKeyPair()
  const symKey = await crypto.agree(keys, requester.publicKey)
  const responseTopic = await crypto.topicOf(requester.publicKey)
  const send = (kind: 'response' | 'reject', content: Readonly<Record<string, unknown>>) => {
    const text = JSON.stringify({ id: call.id, jsonrpc: '2.0', ...content })
    const { tag, ttl } = kindOf('wc_sessionAuthenticate', kind)
    const message = crypto.seal(text, symKey, keys.publicKey)
    return world.transport.link.publish({ topic: responseTopic, message, tag, ttl })
  }
  let decision: unknown
  try {
    decision = await asked
  } catch (cause) {
    return send('reject', { error: refusalOf(cause) })
  }
  if (!isDecision(decision)) return send('response', { result: decision })
  const { chains, addresses } = world.assets(decision.accounts)
  const address = addresses[0]
  const granted = approvedPayload(world, authPayload, chains)
  if (!granted || !address) return send('reject', { error: { code: 5100, message: 'Unsupported chains.' } })
  const cacaos = await Promise.all(
    granted.chains.map(chain => signedStatement(world, granted, `${chain}:${address}`)),
  )
  await keepSession(world, call, { symKey, chains: granted.chains, addresses: [address], payload: granted })
  const responder = { publicKey: keys.publicKey, metadata: world.metadata }
  await send('response', { result: { cacaos, responder } })
}

/** The text that the person is shown, for the account and chain that come first. */
export function shownMessage(world: PhoneWorld, payload: AuthPayload): string {
  const { chains, addresses } = world.assets()
  const granted = approvedPayload(world, payload, chains)
  const [chain] = granted?.chains ?? []
  return granted && chain && addresses[0] ? textFor(granted, `${chain}:${addresses[0]}`) : ''
}

/** The payload with only those chains and methods in its recap that the phone grants. */
function approvedPayload(
  world: PhoneWorld,
  payload: AuthPayload,
  owned: readonly string[],
): AuthPayload | undefined {
  const chains = owned.filter(chain => payload.chains.includes(chain))
  if (chains.length === 0) return undefined
  const recap = recapOf(payload.resources)
  if (!recap) return { ...payload, chains }
  const phone = world.assets().methods
  const methods = grantsOf(recap, 'eip155').methods.filter(method => phone.includes(method))
  const granted = createRecap('eip155', methods, chains)
  const resources = [...(payload.resources ?? []).slice(0, -1), encodeRecap(granted)]
  return {
    ...payload,
    chains,
    resources,
    statement: statementWithRecap(payload.statement ?? undefined, granted),
  }
}

function textFor(payload: AuthPayload, account: string): string {
  return authMessage(payload, account as Parameters<typeof authMessage>[1])
}

async function signedStatement(world: PhoneWorld, payload: AuthPayload, account: string) {
  const { privateKey } = world.account(account.slice(account.lastIndexOf(':') + 1))
  const { chains: _chains, type: _type, ...said } = payload
  const signature = await signMessage({ privateKey, message: textFor(payload, account) })
  return { h: { t: 'caip122' }, p: { ...said, iss: `did:pkh:${account}` }, s: { t: 'eip191', s: signature } }
}

async function keepSession(
  world: PhoneWorld,
  { pairingTopic, authentication, verifiedOrigin }: AuthenticationCall,
  granted: {
    readonly symKey: SymKey
    readonly chains: readonly string[]
    readonly addresses: readonly string[]
    readonly payload: AuthPayload
  },
): Promise<void> {
  const { crypto, store, link } = world.transport
  const topic = await crypto.topicOf(granted.symKey)
  const recap = recapOf(granted.payload.resources)
  const methods = recap ? grantsOf(recap, 'eip155').methods : ['personal_sign']
  await store.symKeys.set(topic, granted.symKey)
  await world.sessions.put({
    topic,
    pairingTopic,
    peer: world.peerOf(authentication.requester),
    namespaces: {
      eip155: {
        chains: granted.chains,
        accounts: accountsOn(granted.chains, granted.addresses),
        methods,
        events: world.assets().events,
      },
    },
    expiry: world.seconds(week),
    ...(verifiedOrigin !== undefined && { verifiedOrigin }),
  })
  await link.subscribe([topic])
}
