import type { CaipAddress } from '../../contract/caip.ts'
import { recentReceivers } from '../../engine/flows/send/recentReceivers.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { receiverTexts } from './sendTexts.ts'
import { useSendFlow } from './useSendFlow.ts'
import { useSends } from './useSends.ts'

/** Sent to before, by this visitor from here (T63). */
export function SentBefore({ owner }: { readonly owner: CaipAddress | undefined }) {
  const t = useTexts(receiverTexts)
  const { draft } = useSendFlow()
  const recents = recentReceivers(useSends(), owner).slice(0, 3)
  if (recents.length === 0) return null
  return (
    <List heading={t('send.recent')}>
      {recents.map(({ to }) => (
        <Row
          key={to}
          id={to}
          name={shortAddress(to)}
          icon={<Avatar address={to} />}
          onClick={() => draft.typeReceiver(to)}
        />
      ))}
    </List>
  )
}
