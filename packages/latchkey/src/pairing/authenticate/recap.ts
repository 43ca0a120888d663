/** ReCaps (ERC-5573): what a session may do, written into the message that is signed. */
import * as v from 'valibot'

const prefix = 'urn:recap:'
const introduction = 'I further authorize the stated URI to perform the following actions on my behalf: '

const recapSchema = v.object({
  att: v.pipe(
    v.record(
      v.pipe(v.string(), v.maxLength(256)),
      v.record(v.pipe(v.string(), v.maxLength(256)), v.pipe(v.array(v.unknown()), v.maxLength(64))),
    ),
    v.check(
      att =>
        Object.keys(att).length <= 16 && Object.values(att).every(each => Object.keys(each).length <= 256),
    ),
  ),
})
export type Recap = v.InferOutput<typeof recapSchema>

/** Makes a recap (ERC-5573) for the methods of one namespace. Abilities are `request/<method>`, sorted. */
export function createRecap(
  namespace: string,
  methods: readonly string[],
  chains: readonly string[] = [],
): Recap {
  const limits = chains.length > 0 ? [{ chains }] : [{}]
  const abilities = [...methods].sort().map(method => [`request/${method}`, limits] as const)
  return { att: { [namespace]: Object.fromEntries(abilities) } }
}

/** Encodes a recap as a resource of the message: base64url of its JSON. */
export function encodeRecap(recap: Recap): string {
  const bytes = new TextEncoder().encode(JSON.stringify(recap))
  const base64 = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  return prefix + base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

/** Returns the recap of a message, which is its last resource. Undefined when there is none, or it is malformed. */
export function recapOf(resources: readonly string[] | null | undefined): Recap | undefined {
  const last = resources?.at(-1)
  if (!last?.startsWith(prefix)) return undefined
  try {
    const base64 = last.slice(prefix.length).replace(/-/g, '+').replace(/_/g, '/')
    const text = new TextDecoder().decode(Uint8Array.from(atob(base64), char => char.charCodeAt(0)))
    return v.parse(recapSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Returns the methods that a recap grants in a namespace, and their chains. */
export function grantsOf(recap: Recap, namespace: string): { methods: string[]; chains: string[] } {
  const abilities = Object.hasOwn(recap.att, namespace) ? (recap.att[namespace] ?? {}) : {}
  const methods = Object.keys(abilities).flatMap(ability =>
    ability.startsWith('request/') ? [ability.slice('request/'.length)] : [],
  )
  const chains = Object.values(abilities).flat().flatMap(chainsOf)
  return { methods, chains: [...new Set(chains)] }
}

function chainsOf(limit: unknown): readonly string[] {
  const chains = (limit as { readonly chains?: unknown } | null)?.chains
  return Array.isArray(chains) ? chains.filter(each => typeof each === 'string').slice(0, 64) : []
}

/**
 * Appends the recap in words to the statement, as ERC-5573 requires. It is appended once, however often this is called.
 */
export function statementWithRecap(statement: string | undefined, recap: Recap): string {
  if (statement?.includes(introduction)) return statement
  let count = 0
  const sentences = Object.entries(recap.att).flatMap(([resource, abilities]) => {
    const actions = new Map<string, string[]>()
    for (const ability of Object.keys(abilities).sort()) {
      const [kind = '', action = ''] = ability.split('/', 2)
      actions.set(kind, [...(actions.get(kind) ?? []), action])
    }
    return [...actions].map(
      ([kind, names]) => `(${++count}) '${kind}': '${names.join("', '")}' for '${resource}'.`,
    )
  })
  return `${statement ? `${statement} ` : ''}${introduction}${sentences.join(' ')}`
}
