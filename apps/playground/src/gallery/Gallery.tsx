import { viewStates } from 'latchkey/gallery'
import { Exhibit } from './Exhibit.tsx'

/** All views in all states, drawn inline on one page. */
export function Gallery({ themeMode }: { readonly themeMode: 'light' | 'dark' | undefined }) {
  const views = [...new Set(viewStates.map(state => state.view))]
  return (
    <main className="gallery">
      <header>
        <a href="/">Back to the shop</a>
        <h1>Every view, in every state</h1>
        <nav aria-label="Theme">
          {['light', 'dark'].map(theme => (
            <a key={theme} href={`?theme=${theme}`} aria-current={theme === themeMode ? 'true' : undefined}>
              {theme}
            </a>
          ))}
        </nav>
      </header>
      {views.map(view => (
        <section key={view} aria-label={view}>
          <h2>{view}</h2>
          <div className="exhibits">
            {viewStates
              .filter(state => state.view === view)
              .map(state => (
                <Exhibit key={state.id} state={state} themeMode={themeMode} />
              ))}
          </div>
        </section>
      ))}
    </main>
  )
}
