import * as v from 'valibot'
import { expect, it } from 'vitest'
import { projectConfigSchema } from './projectConfig.ts'

it('keeps flags of a later release and drops members it does not know', () => {
  const answer = {
    features: [
      { id: 'social_login', isEnabled: true, config: ['google'], later: 1 },
      { id: 'of_tomorrow', isEnabled: false, config: null },
    ],
    version: 2,
  }
  expect(v.parse(projectConfigSchema, answer)).toEqual({
    features: [
      { id: 'social_login', isEnabled: true, config: ['google'] },
      { id: 'of_tomorrow', isEnabled: false, config: null },
    ],
  })
})

it.each([
  [{ features: [{ id: 'swap', isEnabled: 'true', config: null }] }],
  [{ features: [{ id: '', isEnabled: true, config: null }] }],
  [{ features: [{ id: 'swap', isEnabled: true, config: { a: 1 } }] }],
  [{ features: Array.from({ length: 65 }, () => ({ id: 'swap', isEnabled: true, config: null })) }],
  [{ features: {} }],
  [null],
])('refuses %j', answer => expect(v.is(projectConfigSchema, answer)).toBe(false))
