/** Given names by the language whose greeting their bearers use. */
export const NAMES: readonly { hello: string; she: readonly string[]; he: readonly string[] }[] = [
  {
    hello: 'Hi',
    she: ['Maya', 'Imogen', 'Ruth', 'Bonnie', 'Tessa'],
    he: ['Callum', 'Owen', 'Jasper', 'Miles'],
  },
  {
    hello: 'Moin',
    she: ['Jule', 'Frieda', 'Annika', 'Lotte', 'Käthe'],
    he: ['Jonas', 'Bent', 'Götz', 'Matteo'],
  },
  {
    hello: 'Hola',
    she: ['Lucía', 'Noa', 'Itziar', 'Paloma', 'Ximena'],
    he: ['Íñigo', 'Rubén', 'Joaquín', 'Pau'],
  },
  {
    hello: 'Salut',
    she: ['Élodie', 'Margaux', 'Zoé', 'Apolline', 'Inès'],
    he: ['Théo', 'Loïc', 'Étienne', 'Bastien'],
  },
  {
    hello: 'Merhaba',
    she: ['Elif', 'Defne', 'Zeynep', 'Işıl', 'Nehir'],
    he: ['Emre', 'Çağlar', 'Kerem', 'Deniz'],
  },
  { hello: 'أهلاً', she: ['ليلى', 'سلمى', 'نور', 'ياسمين', 'هند'], he: ['كريم', 'سامي', 'يوسف', 'عمر'] },
  { hello: '你好', she: ['雨桐', '思颖', '佳怡', '晓梅', '若曦'], he: ['子轩', '明远', '浩然', '志强'] },
  {
    hello: 'こんにちは',
    she: ['さくら', '美咲', '陽菜', '結衣', 'あかり'],
    he: ['蓮', '大和', '悠斗', '健'],
  },
  {
    hello: '안녕하세요',
    she: ['지우', '서연', '하은', '수빈', '예린'],
    he: ['민준', '도윤', '현우', '지훈'],
  },
  { hello: 'नमस्ते', she: ['आशा', 'प्रिया', 'अनन्या', 'दिया', 'मीरा'], he: ['अर्जुन', 'रोहन', 'विक्रम', 'कबीर'] },
  {
    hello: 'Привіт',
    she: ['Соломія', 'Оксана', 'Дарина', 'Злата', 'Леся'],
    he: ['Тарас', 'Андрій', 'Богдан', 'Остап'],
  },
  {
    hello: 'Γεια σου',
    she: ['Ελένη', 'Δάφνη', 'Ιωάννα', 'Χλόη', 'Μυρτώ'],
    he: ['Νίκος', 'Γιάννης', 'Στέλιος', 'Άρης'],
  },
  {
    hello: 'Kedu',
    she: ['Adaeze', 'Chiamaka', 'Ngozi', 'Yetunde', 'Ifeoma'],
    he: ['Emeka', 'Tunde', 'Obinna', 'Kelechi'],
  },
  {
    hello: 'Olá',
    she: ['Mafalda', 'Beatriz', 'Inês', 'Luana', 'Janaína'],
    he: ['Thiago', 'João', 'Caetano', 'Vasco'],
  },
  {
    hello: 'Cześć',
    she: ['Zofia', 'Łucja', 'Hania', 'Małgosia', 'Kinga'],
    he: ['Paweł', 'Kacper', 'Szymon', 'Witold'],
  },
  {
    hello: 'Xin chào',
    she: ['Linh', 'Thảo', 'Mai Anh', 'Ngọc', 'Hương'],
    he: ['Minh', 'Đức', 'Quang', 'Bảo'],
  },
  { hello: 'שלום', she: ['תמר', 'יעל', 'שירה', 'מיכל', 'ענת'], he: ['איתי', 'עומר', 'גיל', 'אורי'] },
  {
    hello: 'Hej',
    she: ['Astrid', 'Saga', 'Ronja', 'Tuva', 'Åsa'],
    he: ['Nils', 'Björn', 'Måns', 'Sören'],
  },
];
