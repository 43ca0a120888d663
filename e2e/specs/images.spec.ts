import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../setup/test.ts'

/** A page that shows a stranger's picture. */
const gallery = '/gallery'

/** A stranger's server; what reached it, but for the page. */
async function listenForStrangers() {
  const reached: string[] = []
  const server = createServer((request, response) => {
    if (request.url === gallery) {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">')
      return
    }
    reached.push(request.url ?? '')
    response.setHeader('Access-Control-Allow-Origin', '*').end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    reached,
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

test('T68 T69: an SVG of a stranger is seen, and neither in a page nor by itself does it run or ask anything', async ({
  page,
  stack,
}) => {
  await using evil = await listenForStrangers()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="23" height="17" onload="fetch('${evil.origin}/onload')">
    <script>fetch('${evil.origin}/script')</script>
    <style>@import url('${evil.origin}/style'); rect { fill: url('${evil.origin}/fill') }</style>
    <image href="${evil.origin}/image" width="1" height="1"/>
    <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${evil.origin}/frame"/></foreignObject>
    <a href="javascript:fetch('${evil.origin}/link')"><rect width="23" height="17"/></a>
  </svg>`
  const data = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  const url = `${stack.services}/v1/image?projectId=latchkey-dev&url=${encodeURIComponent(data)}`

  await page.goto(`${evil.origin}${gallery}`)
  const width = await page.evaluate(
    src =>
      new Promise<number>((resolve, reject) => {
        const image = Object.assign(new Image(), { src, onerror: reject })
        image.onload = () => resolve(image.naturalWidth)
        document.body.append(image)
      }),
    url,
  )
  expect(width).toBe(23)

  for (const [tag, name] of [
    ['object', 'data'],
    ['embed', 'src'],
    ['iframe', 'src'],
  ] as const) {
    await page.evaluate(
      ({ tag, name, url }) => {
        const element = document.createElement(tag)
        element.setAttribute(name, url)
        document.body.append(element)
      },
      { tag, name, url },
    )
  }
  const download = page.waitForEvent('download')
  // Opened by itself it is saved, so the page stays where it is.
  await page.goto(url).catch(() => {})
  expect((await download).suggestedFilename()).toBe('image.svg')
  expect(page.url()).toBe(`${evil.origin}${gallery}`)

  // A round trip from the same page: earlier requests have arrived.
  await page.evaluate(origin => fetch(`${origin}/last`), evil.origin)
  expect(evil.reached).toEqual(['/last'])
})
