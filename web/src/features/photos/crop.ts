import { PHOTO_HEIGHT, PHOTO_QUALITY, PHOTO_WIDTH } from '@herenow/contract/constants';

/** A part of a picture, in the picture's pixels; it may reach beyond the edges. */
export type Area = { x: number; y: number; width: number; height: number };

export const ZOOM = { min: 0.5, max: 3, step: 0.1 };

/** Returns where a picture of this size lies on the output, in pixels, if the given part of it fills the output. */
export function placement(area: Area, picture: { width: number; height: number }): Area {
  const scaleX = PHOTO_WIDTH / area.width;
  const scaleY = PHOTO_HEIGHT / area.height;
  return {
    x: (0 - area.x) * scaleX,
    y: (0 - area.y) * scaleY,
    width: picture.width * scaleX,
    height: picture.height * scaleY,
  };
}

/** Returns whether a placed picture leaves a part of the output uncovered. */
export function leavesGaps({ x, y, width, height }: Area): boolean {
  const slack = 0.5;
  return x > slack || y > slack || x + width < PHOTO_WIDTH - slack || y + height < PHOTO_HEIGHT - slack;
}

/** Returns a part of a picture as a JPEG of 1080 × 1440. Rejects if the picture cannot be decoded. */
export async function cropToJpeg(file: Blob, area: Area): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const canvas = document.createElement('canvas');
    canvas.width = PHOTO_WIDTH;
    canvas.height = PHOTO_HEIGHT;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw.');
    context.imageSmoothingQuality = 'high';
    const place = placement(area, picture);
    if (leavesGaps(place)) fillWithBlur(context, picture);
    context.drawImage(picture, place.x, place.y, place.width, place.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The photo could not be written.'))),
        'image/jpeg',
        PHOTO_QUALITY,
      ),
    );
  } finally {
    picture.close();
  }
}

/** Fills the background with a blurred copy: the picture scaled down to a few pixels and up again. */
function fillWithBlur(context: CanvasRenderingContext2D, picture: ImageBitmap): void {
  const small = document.createElement('canvas');
  small.width = 9;
  small.height = 12;
  small.getContext('2d')?.drawImage(picture, 0, 0, small.width, small.height);
  context.drawImage(small, 0, 0, PHOTO_WIDTH, PHOTO_HEIGHT);
}
