import { expect, test } from 'vitest'
import { isLocalHost, isLocalOrigin } from './isLocalHost.ts'

const local = [
  'localhost',
  'localhost:4400',
  'LOCALHOST:80',
  'shop.localhost:9',
  '127.0.0.1:1',
  '[::1]:4400',
  '192.168.1.7:4400',
]
const foreign = [
  '',
  'evil.example',
  'localhost.evil.example',
  'evillocalhost',
  'localhost.',
  'localhost:99999',
  'localhost@evil.example',
  'evil.example#localhost',
  'localhost/..',
  '127.1',
  '2130706433',
  '[::1',
  ' localhost',
  'a'.repeat(300),
]

test.each(local)('%s is this machine', host => {
  expect(isLocalHost(host)).toBe(true)
  expect(isLocalOrigin(`http://${host}`)).toBe(true)
})

test.each(foreign)('%j is not', host => {
  expect(isLocalHost(host)).toBe(false)
  expect(isLocalOrigin(`http://${host}`)).toBe(false)
})

test.each(['null', 'file://localhost', 'localhost:4400', 'http://localhost/path'])(
  '%s is no local origin',
  origin => {
    expect(isLocalOrigin(origin)).toBe(false)
  },
)
