import { expect, it } from 'vitest'
import { pinCustody } from '../../../../scripts/vite/pinCustody.ts'
import { pinnedMode } from './pinnedMode.ts'

const pageOf = (content: string | null) => ({
  querySelector: () => (content === null ? null : ({ getAttribute: () => content } as never)),
})

it.each([
  ['{"custody":"operator"}', 'operator'],
  ['{"custody":"user"}', 'user'],
  ['{}', 'user'],
  ['[', 'user'],
  [null, 'user'],
])('S4: a page that says %s is for the mode %s', (content, mode) => {
  expect(pinnedMode(pageOf(content))).toBe(mode)
})

it('S4: a build takes no other mode than the two', () => {
  expect(() => pinCustody('both')).toThrow('CUSTODY_MODE must be one of user, operator')
})
