import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState, type ComponentProps, type MouseEvent } from 'react';
import { iconButtonClass } from './icon-button.tsx';
import { usePanel } from './use-panel.ts';
import { PhotoCarousel } from './photo-carousel.tsx';
import './photo-viewer.css';

type Props = Pick<ComponentProps<typeof PhotoCarousel>, 'photos' | 'name' | 'place'> & {
  label: string;
  closeLabel: string;
  onClose: () => void;
};

/** Shows photos in full screen: swiped or turned by arrows, zoomed by pinch or double tap. */
export default function PhotoViewer({ label, closeLabel, onClose, ...shown }: Props) {
  const [near, setNear] = useState(false);
  usePanel(true, onClose);
  // Somebody may turn the photos fast.
  const zoom = ({ target }: MouseEvent) => (target as Element).closest('button') || setNear(!near);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="photo-viewer" aria-label={label}>
          {/* A double tap on the photo zooms; pinching is native in every browser. */}
          <div className={near ? 'near' : undefined} onDoubleClick={zoom}>
            <PhotoCarousel {...shown} dots sizes="100vw" eager className="whole" />
          </div>
          <Dialog.Close aria-label={closeLabel} title={closeLabel} className={iconButtonClass('onPhoto')}>
            <X className="size-5.5" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
