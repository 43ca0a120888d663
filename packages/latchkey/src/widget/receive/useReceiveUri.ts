import { useEffect, useState } from 'react'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { Network } from '../../contract/network.ts'
import { useWidget } from '../shell/useWidget.ts'

/** What the code of an address says: the namespace's own request for a payment, else the address; absent until it is known. */
export function useReceiveUri(address: string | undefined, network: Network): string | undefined {
  const { ctx } = useWidget().engine
  const key = `${network.caipNetworkId}:${address}`
  const [made, setMade] = useState<{ readonly key: string; readonly uri: string }>()
  useEffect(() => {
    if (address === undefined) return
    let isShown = true
    ctx
      .adapter(network.chainNamespace)
      // Every wallet reads a plain address: what there is when the adapter does not come.
      .then(
        adapter =>
          // A network that the host does not list is none to ask for payments on.
          (isUnsupportedNetwork(network) ? undefined : adapter.receiveUri?.({ address, network })) ?? address,
        () => address,
      )
      .then(uri => {
        if (isShown) setMade({ key, uri })
      })
    return () => {
      isShown = false
    }
  }, [ctx, address, network, key])
  return made?.key === key ? made.uri : undefined
}
