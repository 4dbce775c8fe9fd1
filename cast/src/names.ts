/** Given names, grouped by the language of their bearers' greeting. */
export const NAMES: readonly {
  hello: string;
  /** The lightest and the darkest skin tone of a row of seven. */
  skins: readonly [number, number];
  /** Whether hair is dark or of any colour. */
  hair: 'dark' | 'any';
  /** The head covering that some wear. */
  cover?: 'hijab' | 'turban';
  she: readonly string[];
  he: readonly string[];
}[] = [
  {
    hello: 'Hi',
    skins: [0, 6],
    hair: 'any',

    she: ['Maya', 'Imogen', 'Ruth', 'Bonnie', 'Tessa'],
    he: ['Callum', 'Owen', 'Jasper', 'Miles'],
  },
  {
    hello: 'Moin',
    skins: [0, 3],
    hair: 'any',

    she: ['Jule', 'Frieda', 'Annika', 'Lotte', 'Käthe'],
    he: ['Jonas', 'Bent', 'Götz', 'Matteo'],
  },
  {
    hello: 'Hola',
    skins: [1, 4],
    hair: 'any',

    she: ['Lucía', 'Noa', 'Itziar', 'Paloma', 'Ximena'],
    he: ['Íñigo', 'Rubén', 'Joaquín', 'Pau'],
  },
  {
    hello: 'Salut',
    skins: [0, 5],
    hair: 'any',

    she: ['Élodie', 'Margaux', 'Zoé', 'Apolline', 'Inès'],
    he: ['Théo', 'Loïc', 'Étienne', 'Bastien'],
  },
  {
    hello: 'Merhaba',
    skins: [1, 3],
    hair: 'any',

    she: ['Elif', 'Defne', 'Zeynep', 'Işıl', 'Nehir'],
    he: ['Emre', 'Çağlar', 'Kerem', 'Deniz'],
  },
  {
    hello: 'أهلاً',
    skins: [1, 4],
    hair: 'dark',
    cover: 'hijab',
    she: ['ليلى', 'سلمى', 'نور', 'ياسمين', 'هند'],
    he: ['كريم', 'سامي', 'يوسف', 'عمر'],
  },
  {
    hello: '你好',
    skins: [0, 2],
    hair: 'dark',
    she: ['雨桐', '思颖', '佳怡', '晓梅', '若曦'],
    he: ['子轩', '明远', '浩然', '志强'],
  },
  {
    hello: 'こんにちは',
    skins: [0, 2],
    hair: 'dark',

    she: ['さくら', '美咲', '陽菜', '結衣', 'あかり'],
    he: ['蓮', '大和', '悠斗', '健'],
  },
  {
    hello: '안녕하세요',
    skins: [0, 2],
    hair: 'dark',

    she: ['지우', '서연', '하은', '수빈', '예린'],
    he: ['민준', '도윤', '현우', '지훈'],
  },
  {
    hello: 'नमस्ते',
    skins: [2, 5],
    hair: 'dark',
    cover: 'turban',
    she: ['आशा', 'प्रिया', 'अनन्या', 'दिया', 'मीरा'],
    he: ['अर्जुन', 'रोहन', 'विक्रम', 'कबीर'],
  },
  {
    hello: 'Привіт',
    skins: [0, 2],
    hair: 'any',

    she: ['Соломія', 'Оксана', 'Дарина', 'Злата', 'Леся'],
    he: ['Тарас', 'Андрій', 'Богдан', 'Остап'],
  },
  {
    hello: 'Γεια σου',
    skins: [1, 3],
    hair: 'any',

    she: ['Ελένη', 'Δάφνη', 'Ιωάννα', 'Χλόη', 'Μυρτώ'],
    he: ['Νίκος', 'Γιάννης', 'Στέλιος', 'Άρης'],
  },
  {
    hello: 'Kedu',
    skins: [4, 6],
    hair: 'dark',

    she: ['Adaeze', 'Chiamaka', 'Ngozi', 'Yetunde', 'Ifeoma'],
    he: ['Emeka', 'Tunde', 'Obinna', 'Kelechi'],
  },
  {
    hello: 'Olá',
    skins: [0, 6],
    hair: 'any',

    she: ['Mafalda', 'Beatriz', 'Inês', 'Luana', 'Janaína'],
    he: ['Thiago', 'João', 'Caetano', 'Vasco'],
  },
  {
    hello: 'Cześć',
    skins: [0, 2],
    hair: 'any',

    she: ['Zofia', 'Łucja', 'Hania', 'Małgosia', 'Kinga'],
    he: ['Paweł', 'Kacper', 'Szymon', 'Witold'],
  },
  {
    hello: 'Xin chào',
    skins: [0, 3],
    hair: 'dark',

    she: ['Linh', 'Thảo', 'Mai Anh', 'Ngọc', 'Hương'],
    he: ['Minh', 'Đức', 'Quang', 'Bảo'],
  },
  {
    hello: 'שלום',
    skins: [1, 4],
    hair: 'any',
    she: ['תמר', 'יעל', 'שירה', 'מיכל', 'ענת'],
    he: ['איתי', 'עומר', 'גיל', 'אורי'],
  },
  {
    hello: 'Hej',
    skins: [0, 4],
    hair: 'any',

    she: ['Astrid', 'Saga', 'Ronja', 'Tuva', 'Åsa'],
    he: ['Nils', 'Björn', 'Måns', 'Sören'],
  },
];
