import { expect, it } from 'vitest'
import { migrations } from './migrations.ts'

it('numbers the steps of all rooms from 1 on, without a gap', () => {
  expect(migrations.map(({ id }) => id)).toEqual(migrations.map((_, index) => index + 1))
})

it('keeps the steps that installed databases have, by number and name', () => {
  expect(migrations.slice(0, installed.length).map(({ name }) => name)).toEqual(installed)
})

/** As the first release made them. */
const installed = [
  'projects',
  'indexer',
  'leases',
  'analytics',
  'names',
  'relay',
  'relay projects',
  'project revisions',
  'sign-in',
  'sign-in-hours',
  'custody',
  'login',
  'social',
  'social purposes',
  'login credentials',
  'login deferred changes',
  'indexed holdings that are shown',
  'custody guards',
  'relay shelf column',
  'relay shelf column, checked',
  'relay shelves',
  'sign-in limits',
  'social windows',
  'custody projects',
]
