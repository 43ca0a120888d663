import { loginNames } from '../../contract/loginNames.ts'
import { Body } from '../../ui/body/Body.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Tag } from '../../ui/tag/Tag.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { socialTexts } from './loginTexts.ts'
import { pressSocial } from './pressSocial.ts'
import { SocialMark } from './SocialMark.tsx'
import { useLastSocial } from './useLastSocial.ts'
import { useSocialOffers } from './useSocialOffers.ts'

/** ConnectSocials: every account to log in by, and passkeys (SPEC-NOTES §2 "Social row"). */
export function ConnectSocialsView() {
  return <SocialList />
}

/** The ways to log in beside a mailbox, by their names. */
export function SocialList() {
  const widget = useWidget()
  const t = useTexts(socialTexts)
  const last = useLastSocial()
  const offers = useSocialOffers()
  return (
    <Body>
      <List label={t('social.list')}>
        {offers.map(({ method, isAvailable }) => (
          <Row
            key={method}
            id={method}
            name={loginNames[method]}
            icon={<SocialMark method={method} />}
            tag={method === last ? <Tag>{t('social.last')}</Tag> : null}
            disabled={isAvailable ? undefined : t('social.unavailableHint')}
            end="chevron"
            onClick={() => pressSocial(widget, method)}
          />
        ))}
      </List>
    </Body>
  )
}
