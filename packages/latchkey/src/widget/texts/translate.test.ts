import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTranslate, fillText } from './translate.ts'

const texts = { 'a.hello': 'Hello {name}', 'a.plain': 'Plain' } as const

describe('createTranslate', () => {
  test('fills placeholders', () => {
    expect(createTranslate(texts, undefined)('a.hello', { name: 'Ada' })).toBe('Hello Ada')
  })

  test("the host's text wins, one placeholder at a time", () => {
    const t = createTranslate(texts, { 'a.hello': '{name}, bonjour' })
    expect(t('a.hello', { name: 'Ada' })).toBe('Ada, bonjour')
    expect(t('a.plain')).toBe('Plain')
  })

  test('an empty text of the host counts as none', () => {
    expect(createTranslate(texts, { 'a.plain': '' })('a.plain')).toBe('Plain')
  })
})

describe('fillText', () => {
  test('a placeholder without a value stays, and values are not filled again', () => {
    expect(fillText('{a} {b}', { a: '{b}' })).toBe('{b} {b}')
  })

  test('keys of Object.prototype are not values', () => {
    expect(fillText('{constructor} {toString}')).toBe('{constructor} {toString}')
  })

  test('takes any value literally', () => {
    fc.assert(
      fc.property(fc.string(), value => {
        expect(fillText('<{a}>', { a: value })).toBe(`<${value}>`)
      }),
    )
  })
})
