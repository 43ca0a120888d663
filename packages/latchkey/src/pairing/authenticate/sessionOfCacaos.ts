import { type CaipAddress, networkIdOf, toCaipAddress } from '../../contract/caip.ts'
import type { Clock } from '../../engine/base/clock.ts'
import { grantedNamespaces } from '../namespaces/grantedNamespaces.ts'
import { recapNamespace } from '../namespaces/namespaceData.ts'
import { cleanMetadata } from '../session/cleanMetadata.ts'
import type { Cacao } from '../session/payloads.schema.ts'
import { sessionLifetime } from '../session/sessionMethods.ts'
import type { StoredProposal, StoredSession } from '../session/storedSession.ts'
import { accountOfIssuer } from './authMessage.ts'
import { grantsOf, recapOf } from './recap.ts'

export interface AuthAnswer {
  readonly topic: string
  readonly cacaos: readonly Cacao[]
  readonly responder: { readonly metadata?: unknown }
}

/**
 * The session that signed statements make: their accounts, on the chains and with the methods their recaps grant.
 * Undefined when none of them names an account.
 */
export function sessionOfCacaos(
  { clock }: { readonly clock: Clock },
  proposal: StoredProposal,
  { topic, cacaos, responder }: AuthAnswer,
): StoredSession | undefined {
  const accounts: CaipAddress[] = []
  const methods = new Set<string>(['personal_sign'])
  const asked = proposal.asked[recapNamespace]
  for (const { p } of cacaos) {
    const account = accountOfIssuer(p.iss)
    if (!account || !asked) continue
    const recap = recapOf(p.resources)
    const grants = recap ? grantsOf(recap, recapNamespace) : { methods: [], chains: [] }
    for (const method of grants.methods) if (asked.methods.includes(method)) methods.add(method)
    const address = account.slice(account.lastIndexOf(':') + 1)
    const chains = asked.chains.filter(chain => grants.chains.includes(chain))
    accounts.push(account, ...chains.map(chain => toCaipAddress(chain, address)))
  }
  const chains = [...new Set(accounts.map(networkIdOf))]
  const events = asked?.events ?? []
  const settled = { [recapNamespace]: { accounts, chains, methods: [...methods], events: [...events] } }
  const namespaces = grantedNamespaces(settled, [recapNamespace])
  return (
    namespaces && {
      topic,
      pairingTopic: proposal.pairingTopic,
      publicKey: proposal.publicKey,
      peer: cleanMetadata(responder.metadata),
      asked: Object.keys(proposal.asked),
      namespaces,
      expiry: clock.now() + sessionLifetime,
      disableDeepLink: false,
      updateId: 0,
    }
  )
}
