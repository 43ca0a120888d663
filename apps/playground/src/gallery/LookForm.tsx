import { type GalleryKey, type GalleryOption, type GalleryValues, galleryOptions } from './galleryValues.ts'
import { useNarrow } from './useNarrow.ts'

const keys: readonly GalleryKey[] = ['width', 'theme', 'preset', 'accent', 'dir', 'text', 'locale']

/** What is chosen, but for what is so without a choice. */
function lookWords(options: readonly GalleryOption[], values: GalleryValues): string {
  return options
    .filter(({ key, fallback }) => key === 'width' || values[key as GalleryKey] !== fallback)
    .map(({ key, values: choices = {} }) => choices[values[key as GalleryKey]] ?? values[key as GalleryKey])
    .join(', ')
}

/** How states look: window, theme, accent, direction, text size, locale. */
export function LookForm({
  values,
  onChange,
}: {
  readonly values: GalleryValues
  readonly onChange: (change: Partial<GalleryValues>) => void
}) {
  const isNarrow = useNarrow()
  const options: readonly GalleryOption[] = galleryOptions.filter(({ key }) => keys.includes(key))
  const form = (
    <fieldset className="look">
      <legend>Look</legend>
      {options.map(({ key, label, values: choices = {} }) => {
        const value = values[key as GalleryKey]
        return (
          <label key={key}>
            <span>{label}</span>
            <select value={value} onChange={event => onChange({ [key]: event.target.value })}>
              {Object.entries(choices).map(([each, words]) => (
                <option key={each} value={each}>
                  {words}
                </option>
              ))}
              {!Object.hasOwn(choices, value) && <option value={value}>{value}</option>}
            </select>
          </label>
        )
      })}
    </fieldset>
  )
  if (!isNarrow) return form
  return (
    <details className="look-place">
      <summary>Look: {lookWords(options, values)}</summary>
      {form}
    </details>
  )
}
