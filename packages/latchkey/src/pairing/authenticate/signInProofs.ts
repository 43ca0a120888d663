import { type CaipAddress, networkIdOf } from '../../contract/caip.ts'
import type { Proof, SignInRequest } from '../../contract/siwx.ts'
import { namespaceData, recapNamespace } from '../namespaces/namespaceData.ts'
import type { RequestedNamespaces } from '../pairing.ts'
import type { AuthPayload, Cacao } from '../session/payloads.schema.ts'
import { accountOfIssuer, authMessage, statementOf } from './authMessage.ts'
import { createRecap, encodeRecap } from './recap.ts'

/** A wallet signs for each chain that it has, and names all of them in each: more do not fit into one message. */
const mostChains = 64

/**
 * Makes the request to the wallet: the sign-in, and by its recap the session. Undefined when it has no eip155 chain, or
 * too many, or when another namespace is asked for first: the session that a signed statement makes has no other one.
 */
export function toAuthPayload(signIn: SignInRequest, asked: RequestedNamespaces): AuthPayload | undefined {
  const part = Object.hasOwn(asked, recapNamespace) ? asked[recapNamespace] : undefined
  const chains = signIn.chains.filter(chain => part?.chains.includes(chain))
  if (!part || chains.length === 0 || chains.length > mostChains) return undefined
  if (Object.keys(asked)[0] !== recapNamespace) return undefined
  const methods = part.methods.filter(method => namespaceData[recapNamespace]?.methods.includes(method))
  return {
    type: 'caip122',
    chains,
    domain: signIn.domain,
    aud: signIn.uri,
    nonce: signIn.nonce,
    version: '1',
    iat: signIn.issuedAt,
    ...(signIn.statement !== undefined && { statement: signIn.statement }),
    ...(signIn.notBefore !== undefined && { nbf: signIn.notBefore }),
    ...(signIn.expirationTime !== undefined && { exp: signIn.expirationTime }),
    ...(signIn.requestId !== undefined && { requestId: signIn.requestId }),
    resources: [...(signIn.resources ?? []), encodeRecap(createRecap(recapNamespace, methods))],
  }
}

/** The account that signed, when the wallet signed exactly what was asked, for a chain that was asked. */
export function accountOfCacao({ p }: Cacao, asked: AuthPayload): CaipAddress | undefined {
  const account = accountOfIssuer(p.iss)
  const isAsked =
    p.domain === asked.domain &&
    p.aud === asked.aud &&
    p.nonce === asked.nonce &&
    p.version === asked.version &&
    (p.exp ?? undefined) === asked.exp &&
    (p.nbf ?? undefined) === asked.nbf &&
    (p.requestId ?? undefined) === asked.requestId &&
    (p.statement ?? '').startsWith(asked.statement ?? '') &&
    // The recap is the last one, and a wallet may have taken some of it away.
    (asked.resources ?? []).slice(0, -1).every((each, at) => p.resources?.[at] === each)
  return account && isAsked && asked.chains.includes(networkIdOf(account)) ? account : undefined
}

/** The proofs among signed statements; those that say something else are left out. The server that issued the nonce checks the signatures. */
export function proofsOf(cacaos: readonly Cacao[], asked: AuthPayload): readonly Proof[] {
  return cacaos.flatMap(cacao => {
    const account = accountOfCacao(cacao, asked)
    const type = cacao.s.t
    if (!account || (type !== 'eip191' && type !== 'eip1271') || !/^0x(?:[0-9a-f]{2})+$/i.test(cacao.s.s))
      return []
    const { p } = cacao
    const message = authMessage(p, account)
    const statement = statementOf(p)
    return [
      {
        type,
        signature: cacao.s.s,
        message,
        data: {
          accountAddress: account.slice(account.lastIndexOf(':') + 1),
          chainId: networkIdOf(account),
          domain: p.domain,
          uri: p.aud,
          version: p.version,
          nonce: p.nonce,
          issuedAt: p.iat,
          ...(statement && { statement }),
          ...(p.nbf && { notBefore: p.nbf }),
          ...(p.exp && { expirationTime: p.exp }),
          ...(p.requestId && { requestId: p.requestId }),
          ...(p.resources && { resources: p.resources }),
          serializedMessage: message,
        },
      },
    ]
  })
}
