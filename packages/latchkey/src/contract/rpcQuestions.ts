/** What the services' proxy passes on where nodes speak REST or GraphQL: the paths and documents that balances need, and no other. */
import { suiDocuments } from './suiDocuments.ts'

/** By namespace: what a `GET` may ask for, as sources of regular expressions for the whole of it. */
const paths: Readonly<Record<string, readonly string[]>> = {
  bip122: ['/address/[a-zA-Z0-9]{20,100}', '/block-height/0', '/blocks/tip/height'],
  stacks: ['/v2/info', '/v2/accounts/S[0-9A-HJKMNP-TV-Z]{38,40}(?:\\?proof=0)?'],
  cosmos: [
    '/cosmos/base/tendermint/v1beta1/node_info',
    '/cosmos/base/node/v1beta1/status',
    '/cosmos/bank/v1beta1/balances/[a-z0-9]{8,128}(?:/by_denom\\?denom=[-a-zA-Z0-9._:%]{1,200})?',
  ],
}

/** By namespace: the documents of a `query`. */
const documents: Readonly<Record<string, readonly string[]>> = { sui: Object.values(suiDocuments) }

/** Characters of a variable of a document. */
const longestVariable = 128

/**
 * Whether the proxy passes on a call whose method is listed for the namespace: `GET` with one path, `query` with a document and its
 * variables, which are short texts. Any other method has no further rule.
 */
export function isProxiedQuestion(
  namespace: string,
  { method, params }: { readonly method: string; readonly params?: unknown },
): boolean {
  if (method !== 'GET' && method !== 'query') return true
  if (!Array.isArray(params) || params.length < 1 || params.length > 2) return false
  const [what, variables] = params as readonly unknown[]
  if (typeof what !== 'string') return false
  if (method === 'GET')
    return (
      params.length === 1 && listed(paths, namespace).some(path => new RegExp(`^(?:${path})$`).test(what))
    )
  return listed(documents, namespace).includes(what) && areVariables(variables)
}

function listed(table: Readonly<Record<string, readonly string[]>>, namespace: string): readonly string[] {
  return Object.hasOwn(table, namespace) ? (table[namespace] ?? []) : []
}

function areVariables(value: unknown): boolean {
  if (value === undefined) return true
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const variables: readonly unknown[] = Object.values(value)
  return (
    variables.length <= 4 &&
    variables.every(each => typeof each === 'string' && each.length <= longestVariable)
  )
}
