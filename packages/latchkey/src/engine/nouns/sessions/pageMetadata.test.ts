import { expect, test, vi } from 'vitest'
import { resolveConfig } from '../../base/config.ts'
import { pageMetadata } from './pageMetadata.ts'

test('wallets are told what `metadata` says when they are asked, and of the page what it leaves out', () => {
  vi.stubGlobal('location', { host: 'shop.example', origin: 'https://shop.example' })
  const ctx = { config: resolveConfig({ projectId: 'p' }) }
  const told = pageMetadata(ctx)
  const written = () => JSON.parse(JSON.stringify(told)) as unknown
  expect(written()).toEqual({
    name: 'shop.example',
    description: '',
    url: 'https://shop.example',
    icons: [],
  })
  const metadata = { name: 'Shop', description: 'A shop', url: 'https://www.shop.example', icons: ['i.png'] }
  ctx.config = resolveConfig({ projectId: 'p', metadata })
  expect(written()).toEqual(metadata)
})
