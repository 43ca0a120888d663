import { explorerLink } from '../../contract/explorerLink.ts'
import type { Network } from '../../contract/network.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { external } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useFacts } from '../shell/useFacts.ts'
import { useTexts } from '../shell/useTexts.ts'
import { webUrl } from '../shell/webUrl.ts'
import { explorerTexts } from './explorerTexts.ts'

export declare namespace ExplorerRow {
  interface Props {
    readonly network: Network | undefined
    readonly hash: string | undefined
  }
}

/** The way to a transaction in the network's explorer; nothing where there is none. */
export function ExplorerRow({ network, hash }: ExplorerRow.Props) {
  const t = useTexts(explorerTexts)
  const { explorer: words } = useFacts(network?.chainNamespace)
  const url = network && hash && webUrl(explorerLink(network, 'transaction', hash, words))
  const explorer = network?.blockExplorers?.default.name
  if (!url || !explorer) return null
  const name = t('sent.explorer', { explorer })
  return (
    <List label={name}>
      <Row id="explorer" name={name} icon={<Icon shape={external} />} href={url} />
    </List>
  )
}
