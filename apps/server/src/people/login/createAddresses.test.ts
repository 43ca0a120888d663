import { expect, it } from 'vitest'
import { openApp } from '../../app.fixture.ts'
import { createAddresses } from './createAddresses.ts'

it('T40: wrong guesses count on the day they are made, which the first of them begins', async () => {
  const app = await openApp()
  let time = 1_000_000
  const addresses = createAddresses({ store: app.store, now: () => time })
  await addresses.claim('ann')
  for (let guess = 1; guess < 10; guess++) expect(await addresses.claimGuess('ann')).toBe(guess)
  time += 86_400_000
  for (let guess = 1; guess < 10; guess++) expect(await addresses.claimGuess('ann')).toBe(guess)
  expect(await addresses.mayGuess('ann')).toBe(true)
  expect(await addresses.claim('ann')).toBeUndefined()
  expect(await addresses.claimGuess('ann')).toBe(10)
  expect(await addresses.claimGuess('ann')).toBeUndefined()
  expect(await addresses.mayGuess('ann')).toBe(false)
  time += 86_399_000
  expect(await addresses.claim('ann')).toBe(1)
  await app.close()
})
