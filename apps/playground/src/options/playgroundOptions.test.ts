import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlaygroundOption, playgroundOptions, readOptions, writeOptions } from './playgroundOptions.ts'

test('an empty query gives every default', () => {
  const values = readOptions('')
  for (const { key, fallback } of playgroundOptions) expect(values[key]).toBe(fallback)
  expect(writeOptions(values)).toBe('')
})

test('a value that an option does not know falls back', () => {
  expect(readOptions('?theme=purple&reconnect=maybe')).toMatchObject({ theme: 'system', reconnect: 'on' })
})

test('reads a written query back', () => {
  const record = Object.fromEntries(
    playgroundOptions.map((option: PlaygroundOption) => [
      option.key,
      option.values ? fc.constantFrom(...option.values) : fc.string({ maxLength: 40 }),
    ]),
  )
  fc.assert(
    fc.property(fc.record(record), values => {
      expect(readOptions(writeOptions(values as never))).toEqual(values)
    }),
  )
})

test('any query string is survived', () => {
  fc.assert(
    fc.property(fc.string(), search => Object.keys(readOptions(search)).length === playgroundOptions.length),
  )
})
