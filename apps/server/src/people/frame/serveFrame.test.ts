import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { listenFrame } from './serveFrame.ts'

it('lets a visitor who comes back from a provider arrive before it stops', async () => {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const app = new Hono<AppTypes>()
  app.get('/back', async c => {
    onAsked()
    await answered
    return c.text('logged in')
  })
  const frame = await listenFrame(app, { port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${frame.port}/back`
  const coming = fetch(url).then(response => response.text())
  await asked
  const closed = frame.drain(9_000)
  await expect(fetch(url)).rejects.toThrow()
  answer()
  expect(await coming).toBe('logged in')
  await closed
})
