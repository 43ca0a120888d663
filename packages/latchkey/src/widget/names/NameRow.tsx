import { Icon } from '../../ui/icon/Icon.tsx'
import { at } from '../../ui/icon/shapes.ts'
import { Row } from '../../ui/list/Row.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { namesTexts } from './namesTexts.ts'
import { useOwnNames } from './useOwnNames.ts'

/** In Account: the name, or the way to one, where the services have a zone. */
export function NameRow() {
  const t = useTexts(namesTexts)
  const widget = useWidget()
  const { own } = useOwnNames()
  if (!own?.zone) return null
  const primary = own.names.find(({ isPrimary }) => isPrimary)?.name
  return (
    <Row
      id="name"
      name={t('names.row')}
      detail={
        primary === undefined ? t('names.rowNone', { zone: own.zone.name }) : <span dir="ltr">{primary}</span>
      }
      icon={<Icon shape={at} />}
      end="chevron"
      onClick={() =>
        own.names.length === 1 && primary !== undefined
          ? widget.push('AccountName', { name: primary })
          : widget.push('RegisterAccountName')
      }
    />
  )
}
