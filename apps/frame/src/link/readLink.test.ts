import { expect, test } from 'vitest'
import { readLink } from './readLink.ts'

const link = 'Ab_-'.repeat(11).slice(0, 43)

test("reads a mail's link from the fragment, which no server sees", () => {
  expect(readLink(`#device=${link}`)).toEqual({ is: 'device', link })
  expect(readLink(`#undo=${link}`)).toEqual({ is: 'undo', link })
  expect(readLink(`#stop=${link}`)).toEqual({ is: 'stop', link })
})

test.each([
  '',
  '#',
  '#device=',
  `#device=${link}&x=1`,
  `#other=${link}`,
  `device=${link}`,
  `#device=${'a'.repeat(500)}`,
])('refuses %j', hash => {
  expect(readLink(hash)).toBeUndefined()
})
