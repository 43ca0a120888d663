import { expect, test } from 'vitest'
import type { ViewDefinition } from './defineView.ts'
import { enterLater } from './enterLater.ts'
import { createViewLoader } from './viewLoader.ts'
import type { Widget } from './widget.ts'

/** A view whose chunk comes only when the network is there. */
function start() {
  const told: string[] = []
  const network = { isThere: false }
  const fetched = async () => {
    if (!network.isThere) throw new TypeError('Failed to fetch')
  }
  const definition = {
    name: 'EmailLogin',
    title: () => '',
    load: () => fetched().then(() => () => null),
  } as unknown as ViewDefinition
  const views = createViewLoader([definition])
  const snapshot = () => ({ modal: { entry: { view: 'EmailLogin' } } })
  const leave = enterLater({ views, snapshot } as unknown as Widget, () =>
    fetched().then(() => () => {
      told.push('entered')
      return () => told.push('left')
    }),
  )
  return { told, network, views, leave }
}

test('enters a view whose chunk came at the second try, once', async () => {
  const { told, network, views, leave } = start()
  await views.load('EmailLogin')
  expect(views.state('EmailLogin').at).toBe('failed')
  expect(told).toEqual([])
  network.isThere = true
  await views.load('EmailLogin')
  await expect.poll(() => told).toEqual(['entered'])
  leave()
  expect(told).toEqual(['entered', 'left'])
})

test('does not enter a view that was left meanwhile', async () => {
  const { told, network, views, leave } = start()
  await views.load('EmailLogin')
  leave()
  network.isThere = true
  await views.load('EmailLogin')
  await new Promise(resolve => setImmediate(resolve))
  expect(told).toEqual([])
})
