import { createRoot } from 'react-dom/client'
import { test } from 'vitest'
import { createEvmAdapter } from '../../chains/evm/createEvmAdapter.ts'
import { type Network, unsupportedNetwork } from '../../contract/network.ts'
import { mainnet } from '../../contract/networks/evm.ts'
import { eventually } from '../conformance/eventually.ts'
import { WidgetContext } from '../shell/WidgetContext.tsx'
import type { Widget } from '../shell/widget.ts'
import { useReceiveUri } from './useReceiveUri.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'

test.each<[string, Network, string]>([
  ['a listed network', mainnet, `ethereum:${address}@1`],
  // Not where the site says that nothing should be sent.
  ['a network that the host does not list', unsupportedNetwork('eip155:31337'), address],
])('returns the URI of an address on %s', async (_, network, uri) => {
  /** As much of a widget as is asked for an adapter. */
  const widget = { engine: { ctx: { adapter: async () => createEvmAdapter() } } } as unknown as Widget
  const page = document.createElement('main')
  const root = createRoot(page)
  const Code = () => useReceiveUri(address, network)
  root.render(
    <WidgetContext.Provider value={widget}>
      <Code />
    </WidgetContext.Provider>,
  )
  await eventually(() => page.textContent).toBe(uri)
  root.unmount()
})
