import { expect, test } from 'vitest'
import { frameCalls, frameEvents } from './frame.ts'

/** Names of all fields in a schema, at any depth. */
function fieldsOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { entries, options, item, wrapped, pipe, value } = schema as Readonly<Record<string, unknown>>
  const own = typeof entries === 'object' && entries !== null ? Object.entries(entries) : []
  const inner = [options, pipe].flatMap(list => (Array.isArray(list) ? list : []))
  return [
    ...own.flatMap(([name, field]) => [name, ...fieldsOf(field)]),
    ...[...inner, item, wrapped, value].flatMap(fieldsOf),
  ]
}

/** What a visitor types, and what opens a wallet. */
const secret =
  /otp|code|passw|words?$|phrase|mnemonic|seed|entropy|secret|share|privatekey|recovery(?!$)|kit$|prf/i

test('T11: no message between a page and the wallet has a field for a code, a password, recovery words or a key', () => {
  const messages = [...Object.entries(frameCalls), ...Object.entries(frameEvents)]
  const fields = messages.flatMap(([name, schema]) =>
    [schema, ...Object.values(schema as object)].flatMap(fieldsOf).map(field => `${name}.${field}`),
  )
  // It sees fields at all depths.
  expect(fields).toEqual(
    expect.arrayContaining(['CONNECT_EMAIL.email', 'CONNECT_SOCIAL.needsRecovery', 'CONNECT_EMAIL.action']),
  )
  expect(fields.filter(field => secret.test(field.slice(field.indexOf('.') + 1)))).toEqual([])
})

test.each(['otp', 'code', 'password', 'recoveryCode', 'words', 'privateKey', 'seed'])(
  'T11: a field %s would be found',
  name => {
    expect(secret.test(name)).toBe(true)
  },
)
