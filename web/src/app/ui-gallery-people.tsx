import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Ada, Bela, Chidi, Dana } from '../features/landing/portrait-drawings.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { PersonOverlay, PhotoBadge } from '../ui/person-card.tsx';
import { PhotoCarousel } from '../ui/photo-carousel.tsx';
import type { PhotoSource } from '../ui/photo.tsx';
import { PinButton } from '../ui/pin-button.tsx';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5">
      <h2 className="border-b border-line pb-2 text-heading">{title}</h2>
      {children}
    </section>
  );
}

const drawn = [Ada, Bela, Chidi, Dana].map(asPhoto);

export function GalleryPeople() {
  const [ada, bela, chidi, dana] = drawn;
  return (
    <Section title="People">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar photo={ada} size="small" />
        <Avatar photo={bela} online />
        <Avatar photo={chidi} size="huge" online />
        <Avatar photo={dana} size="huge" />
        <Avatar photo={null} />
        <Avatar photo={{ url: '/photos/gone.jpg', thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' }} />
      </div>
      <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        {[
          { name: 'Ada', photos: [ada, bela, chidi] },
          { name: 'Maximiliana Theodora von und zu Hohenstein', photos: [dana, chidi] },
          { name: 'نور الهدى', photos: [chidi] },
        ].map(({ name, photos }) => (
          <PhotoCarousel
            key={name}
            name={name}
            photos={photos.flatMap((photo) => photo ?? [])}
            className="rounded-card"
            indicator={name === 'Ada' ? 'segments' : 'dots'}
          >
            <PersonOverlay
              name={name}
              age={29}
              pronouns="She/Her"
              badge={<PhotoBadge>3 km</PhotoBadge>}
              action={<PinButton label={`Pin ${name}`} />}
              renderLink={(className, children) => (
                <a href="#person" className={className} draggable={false}>
                  {children}
                </a>
              )}
            />
          </PhotoCarousel>
        ))}
      </div>
    </Section>
  );
}

function asPhoto(Person: ComponentType): PhotoSource {
  const svg = renderToStaticMarkup(<Person />).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return { url: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}
