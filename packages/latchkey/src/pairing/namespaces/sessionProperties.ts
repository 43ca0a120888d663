/** What a wallet says of its accounts beside the namespaces of a session (CAIP-25 `sessionProperties`): hostile, and bounded here. */
import * as v from 'valibot'
import { type JsonValue, jsonValue } from '../../contract/jsonValue.ts'

/** By the wallet's name for it, such as `sui_getAccounts`: the answer to that request, as the wallet gave it with its approval. */
export type SessionProperties = Readonly<Record<string, JsonValue>>

const mostProperties = 32
const longestName = 128
/** Characters of one property: a hundred accounts with their keys. */
const longestValue = 32_000
const sound = jsonValue(longestValue)

/** Under which name an event replaces the property that it makes out of date. */
const replacedBy: Readonly<Record<string, string>> = {
  bip122_addressesChanged: 'bip122_getAccountAddresses',
}

/** Wallets write a property as JSON text, some as the value itself. What is neither, or too much, is left out; undefined when none is left. */
export function readProperties(value: unknown): SessionProperties | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const read = Object.entries(value)
    .slice(0, mostProperties)
    .flatMap(([name, property]) => {
      const known = name.length <= longestName && name !== '__proto__' ? readProperty(property) : undefined
      return known === undefined ? [] : [[name, known] as const]
    })
  return read.length > 0 ? Object.fromEntries(read) : undefined
}

/** The properties after an event of the wallet; the same object where the event says nothing of them. */
export function propertiesAfter(
  properties: SessionProperties | undefined,
  name: string,
  data: unknown,
): SessionProperties | undefined {
  const replaced = Object.hasOwn(replacedBy, name) ? replacedBy[name] : undefined
  const known = replaced === undefined ? undefined : readProperty(data)
  if (replaced === undefined || known === undefined) return properties
  return { ...properties, [replaced]: known }
}

function readProperty(value: unknown): JsonValue | undefined {
  let read = value
  if (typeof value === 'string') {
    if (value.length > longestValue) return undefined
    try {
      read = JSON.parse(value)
    } catch {}
  }
  const known = v.safeParse(sound, read)
  return known.success ? known.output : undefined
}
