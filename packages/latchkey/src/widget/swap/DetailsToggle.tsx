import { Icon } from '../../ui/icon/Icon.tsx'
import { chevronDown } from '../../ui/icon/shapes.ts'
import { useTexts } from '../shell/useTexts.ts'
import { swapDetailTexts } from './swapTexts.ts'

export declare namespace DetailsToggle {
  interface Props {
    readonly isOpen: boolean
    /** Id of what it opens. */
    readonly controls: string
    readonly onToggle: () => void
  }
}

/** The way to what is folded away. */
export function DetailsToggle({ isOpen, controls, onToggle }: DetailsToggle.Props) {
  const t = useTexts(swapDetailTexts)
  return (
    <button
      type="button"
      className="swap-toggle"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      {t('swap.details')}
      <Icon shape={chevronDown} size={16} />
    </button>
  )
}
