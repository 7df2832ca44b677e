import { Module } from '@nestjs/common';
import { DecodingSlots } from './decoding-slots';
import { FfmpegTool } from './ffmpeg-tool';
import { ImageTool } from './image-tool';

/** Tools for pictures, sound and video. */
@Module({
  providers: [
    DecodingSlots,
    {
      provide: ImageTool,
      inject: [DecodingSlots],
      useFactory: (slots: DecodingSlots) => new ImageTool(slots),
    },
    {
      provide: FfmpegTool,
      inject: [DecodingSlots],
      useFactory: (slots: DecodingSlots) => new FfmpegTool(slots),
    },
  ],
  exports: [ImageTool, FfmpegTool],
})
export class ImagingModule {}
