import { errorTable } from '../../contract/errors/table.ts'
import type { Network } from '../../contract/network.ts'
import type { Widget } from '../shell/widget.ts'

/** Makes a network of a namespace without a connection the active one, then goes on; where it is, says that it failed. */
export function chooseNetwork(widget: Widget, { caipNetworkId }: Network, goOn: () => void): void {
  widget.engine.switchNetwork({ caipNetworkId }).then(goOn, () => {
    const { texts } = widget.snapshot().config
    const message = texts?.['error.CHUNK_FAILED'] ?? errorTable.CHUNK_FAILED.text
    widget.notify({ message, variant: 'error' })
  })
}
